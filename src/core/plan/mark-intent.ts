import type { Digest } from "../digest.ts";
import { marksText, placeMarks, type RestartMarks } from "../restart/restart-marks.ts";
import type { Intent } from "./build-intent.ts";

interface MarkedIntent {
  readonly text: string;
  readonly intent: Intent;
}

/** The newest of each intent: then equal marks make the same intent, look after look. */
const marked = new WeakMap<Intent, readonly MarkedIntent[]>();

/** As last applied, as recorded, as wanted, and a spare. */
const KEPT_MAX = 4;

/** An intent with what its object carries about its sources. The same one when that is nothing. */
export function markIntent(
  intent: Intent,
  marks: RestartMarks,
  { template, digest }: { readonly template: readonly string[]; readonly digest: Digest },
): Intent {
  const text = marksText(marks);
  if (text === "") return intent;
  const known = marked.get(intent) ?? [];
  const same = known.find((each) => each.text === text);
  if (same !== undefined) return same.intent;
  const made: Intent = {
    ...intent,
    body: placeMarks(intent.body, marks, template),
    created: placeMarks(intent.created, marks, template),
    expected: placeMarks(intent.expected, marks, template),
    hash: digest(`${intent.hash}\n${text}`),
  };
  marked.set(intent, [{ text, intent: made }, ...known].slice(0, KEPT_MAX));
  return made;
}
