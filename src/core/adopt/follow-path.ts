import { isJsonList, isJsonObject, type Json, type Step, valueAt } from "../object/json.ts";
import type { FieldPath, PathElement } from "../ownership/field-path.ts";
import { resolvePath } from "../ownership/resolve-path.ts";

/** How far a path leads into a value. */
export interface FollowedPath {
  /** Plain: names and indexes in this very value. */
  readonly steps: readonly Step[];
  /** Where they lead. */
  readonly value: Json;
  /** What of the path is not there. */
  readonly left: FieldPath;
}

/** Follows a path through a manifest, in which items may stand at other positions than in the cluster. */
export function followPath(value: Json, path: FieldPath): FollowedPath {
  const steps: Step[] = [];
  let here = value;
  for (const [depth, element] of path.entries()) {
    const step = stepOf(here, element);
    if (step === undefined) return { steps, value: here, left: path.slice(depth) };
    steps.push(step);
    here = valueAt(here, step) ?? null;
  }
  return { steps, value: here, left: [] };
}

function stepOf(container: Json, element: PathElement): Step | undefined {
  if (isJsonList(container)) return indexOf(container, element);
  if (element.kind !== "field" || !isJsonObject(container)) return undefined;
  return Object.hasOwn(container, element.name) ? element.name : undefined;
}

/** A number in a path is an index where a list is. */
function indexOf(list: readonly Json[], element: PathElement): number | undefined {
  const isNumber = element.kind === "field" && /^\d{1,9}$/.test(element.name);
  const read = isNumber ? ({ kind: "index", index: Number(element.name) } as const) : element;
  const found = resolvePath(list, [read]);
  if (found.kind === "missing") return undefined;
  return read.kind === "index" ? read.index : list.indexOf(found.value);
}
