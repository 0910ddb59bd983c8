import { CONTROL_KEYS } from "../control-keys.ts";
import { MODES } from "../mode.ts";
import type { ObjectProblem } from "./object-problem.ts";
import type { ObjectSet } from "./object-set.ts";
import { annotationProblem, readAnnotation } from "./read-annotation.ts";

/** Annotations that say one of a few words. */
const WORDS: readonly {
  readonly key: string;
  readonly words: readonly string[];
  readonly what: string;
}[] = [
  { key: CONTROL_KEYS.mode, words: MODES, what: "is no mode" },
  { key: CONTROL_KEYS.restart, words: ["on", "off"], what: "is neither on nor off" },
];

/** Objects with an annotation that says none of its words: what their author meant to forbid is not known, so nothing of them is written. */
export function findWordFaults({ objects }: ObjectSet): readonly ObjectProblem[] {
  return objects.flatMap((object) =>
    WORDS.flatMap(({ key, words, what }): readonly ObjectProblem[] => {
      const { text, problems } = readAnnotation(object, key);
      const isSaid = text !== undefined || problems.length > 0;
      if (!isSaid || (text !== undefined && words.includes(text))) return [];
      const expected = `one of ${words.join(", ")}; YAML takes off without quotes for "no"`;
      return [{ object, problem: annotationProblem(object, key, { what, expected }) }];
    }),
  );
}
