import { suggestKey } from "../config/suggest-key.ts";
import { CONTROL_KEYS } from "../control-keys.ts";
import { MODES } from "../mode.ts";
import { shortText } from "../report/short-text.ts";
import type { ObjectProblem } from "./object-problem.ts";
import type { ObjectSet } from "./object-set.ts";
import { type AnnotationFault, annotationProblem, readAnnotation } from "./read-annotation.ts";

/** YAML reads some words as yes or no. */
const UNQUOTED = '; YAML takes off without quotes for "no"';

/** What the annotations of ours say that say one of a few words. */
const WORDS: readonly { readonly key: string; readonly words: readonly string[] }[] = [
  { key: CONTROL_KEYS.mode, words: MODES },
  { key: CONTROL_KEYS.restart, words: ["on", "off"] },
  { key: CONTROL_KEYS.recreate, words: ["allowed"] },
  { key: CONTROL_KEYS.prune, words: ["disabled"] },
];

/** The name of a stack, or of the ApplySet of another tool: a label's value. */
const OWNER_NAME = /^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$/;

/** Objects with an annotation that says none of its words: what their author meant to forbid is not known, so nothing of them is written. */
export function findWordFaults({ objects }: ObjectSet): readonly ObjectProblem[] {
  return objects.flatMap((object) =>
    FAULTS.flatMap(({ key, faultOf }): readonly ObjectProblem[] => {
      const { text, problems } = readAnnotation(object, key);
      if (text === undefined && problems.length === 0) return [];
      const fault = faultOf(text);
      return fault === undefined
        ? []
        : [{ object, problem: annotationProblem(object, key, fault) }];
    }),
  );
}

/** What is wrong with the text of an annotation; it is `undefined` for what is no text. */
type FaultOf = (text: string | undefined) => AnnotationFault | undefined;

const FAULTS: readonly { readonly key: string; readonly faultOf: FaultOf }[] = [
  ...WORDS.map(({ key, words }) => ({
    key,
    faultOf: (text: string | undefined) => findFault(text, words),
  })),
  { key: CONTROL_KEYS.takeOver, faultOf: findNameFault },
];

function findFault(
  text: string | undefined,
  words: readonly string[],
): AnnotationFault | undefined {
  if (text !== undefined && words.includes(text)) return undefined;
  const unquoted = words.includes("off") ? UNQUOTED : "";
  const expected = words.length === 1 ? `${words[0]}, or none` : `one of ${words.join(", ")}`;
  return { what: `${saidText(text)}${meantText(text, words)}`, expected: `${expected}${unquoted}` };
}

function findNameFault(text: string | undefined): AnnotationFault | undefined {
  if (text !== undefined && OWNER_NAME.test(text)) return undefined;
  return { what: saidText(text), expected: "the name of the stack that owns the object now" };
}

function saidText(text: string | undefined): string {
  return text === undefined ? "is not text" : `is "${shortText(text)}"`;
}

function meantText(text: string | undefined, words: readonly string[]): string {
  const near = text === undefined ? undefined : suggestKey(text.trim(), words);
  return near === undefined ? "" : `; did you mean ${near}?`;
}
