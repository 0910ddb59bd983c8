import { isJsonEqual } from "../object/json.ts";
import type { UnadoptedReason } from "./adoption.ts";
import { changesTogether } from "./changes-together.ts";
import { editText } from "./edit-text.ts";
import { hasAnchor, type OpenText } from "./open-text.ts";
import { openAgain, type ReadingBudget } from "./reading-budget.ts";
import { type TextChange, withChange } from "./text-change.ts";
import { spliced } from "./text-lines.ts";

/** Characters that are read for several changes that cannot be made at once. */
const ONE_BY_ONE_MAX = 1024 * 1024;

/** Changes of one document of a text. */
interface Making {
  /** Of the document. */
  readonly index: number;
  readonly changes: readonly TextChange[];
  readonly budget: ReadingBudget;
}

/** The text with changes made one after the other, at once where that can be: each reading of a large text takes its time. */
export function makeChanges(first: OpenText, making: Making): OpenText | UnadoptedReason {
  const { length } = making.changes;
  const isFew = length === 1 || length * first.text.length <= ONE_BY_ONE_MAX;
  const made = length === 1 ? undefined : makeAtOnce(first, making);
  return made ?? (isFew ? makeOneByOne(first, making) : "too-large");
}

function makeAtOnce(first: OpenText, { index, changes, budget }: Making): OpenText | undefined {
  const document = first.documents[index];
  if (document === undefined) return undefined;
  const splices = changesTogether(first, document, changes);
  if (splices === undefined) return undefined;
  const made = openAgain(spliced(first.text, splices), budget);
  const wanted = changes.reduce(withChange, document.value);
  return isJsonEqual(made?.documents[index]?.value, wanted) ? made : undefined;
}

function makeOneByOne(
  first: OpenText,
  { index, changes, budget }: Making,
): OpenText | UnadoptedReason {
  let open = first;
  for (const change of changes) {
    const document = open.documents[index];
    if (document === undefined) return "no-safe-edit";
    const edited = editText(open, document, change);
    if (edited.kind === "refused") return edited.reason;
    const read = openAgain(edited.text, budget);
    // An alias that has lost its anchor cannot be read.
    if (read === undefined) return hasAnchor(open) ? "shared-anchor" : "no-safe-edit";
    open = read;
  }
  return open;
}
