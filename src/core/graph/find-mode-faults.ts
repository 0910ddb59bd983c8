import { CONTROL_KEYS } from "../control-keys.ts";
import { isMode, MODES } from "../mode.ts";
import type { ObjectProblem } from "./object-problem.ts";
import type { ObjectSet } from "./object-set.ts";
import { annotationProblem, readAnnotation } from "./read-annotation.ts";

/** Objects whose `lockstep.dev/mode` is none: what their author meant to forbid is not known, so nothing of them is written. */
export function findModeFaults({ objects }: ObjectSet): readonly ObjectProblem[] {
  const key = CONTROL_KEYS.mode;
  return objects.flatMap((object): readonly ObjectProblem[] => {
    const { text, problems } = readAnnotation(object, key);
    const isSaid = text !== undefined || problems.length > 0;
    if (!isSaid || (text !== undefined && isMode(text))) return [];
    const expected = `one of ${MODES.join(", ")}; YAML takes off without quotes for "no"`;
    const fault = { what: "is no mode", expected };
    return [{ object, problem: annotationProblem(object, key, fault) }];
  });
}
