import { CONTROL_KEYS } from "../control-keys.ts";
import type { JsonObject } from "../object/json.ts";
import { labelOf } from "../object/live-object.ts";
import type { FieldPath } from "../ownership/field-path.ts";
import { hasPath } from "../ownership/field-set.ts";
import { isOwnEntry } from "../ownership/is-own-entry.ts";
import { readEntriesOf } from "../ownership/read-manager-entries.ts";

const LABEL_PATH: FieldPath = ["metadata", "labels", CONTROL_KEYS.partOf].map((name) => ({
  kind: "field",
  name,
}));

/** Answers for live objects that somebody still holds: ownership is parsed once for each version of an object. */
const answers = new WeakMap<JsonObject, boolean>();

/**
 * Whether a live object is a member of the stack: it carries the part-of label AND our own Apply entry owns the label's
 * path. Both the stack and our manager may have had earlier names. Endpoints mirror their Service's labels and people copy objects: those are nobody's orphans.
 */
export function isMember(
  live: JsonObject,
  of: {
    readonly applySetId: string;
    readonly earlierSets: ReadonlySet<string>;
    readonly manager: string;
    readonly renamedFrom: readonly string[];
  },
): boolean {
  const set = labelOf(live, CONTROL_KEYS.partOf) ?? "";
  if (set !== of.applySetId && !of.earlierSets.has(set)) return false;
  const known = answers.get(live);
  if (known !== undefined) return known;
  const names = [of.manager, ...of.renamedFrom];
  const answer = readEntriesOf(live, names).some(
    (entry) => names.some((name) => isOwnEntry(entry, name)) && hasPath(entry.fields, LABEL_PATH),
  );
  answers.set(live, answer);
  return answer;
}
