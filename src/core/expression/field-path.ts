import { isJsonObject, type Json, listAt, valueAt } from "../object/json.ts";

/** One step of a path: a member, an item by its number from 0, or the first item with a member of that text. */
export type FieldStep =
  | { readonly kind: "key"; readonly key: string }
  | { readonly kind: "index"; readonly index: number }
  | { readonly kind: "item"; readonly key: string; readonly value: string };

/** Where a value stands in an object: `status.conditions[type=Ready].status`. */
export interface FieldPath {
  /** As it was written. */
  readonly text: string;
  readonly steps: readonly FieldStep[];
}

/** The value at the path; `undefined` when nothing is there or it is null, which the API server treats alike. */
export function fieldAt(body: Json, path: FieldPath): Json | undefined {
  let here: Json | undefined = body;
  for (const step of path.steps) here = stepInto(here, step);
  return here ?? undefined;
}

/** A path of members only: `["status", "version"]`. */
export function memberPath(keys: readonly string[]): FieldPath {
  return { text: keys.join("."), steps: keys.map((key) => ({ kind: "key", key })) };
}

function stepInto(value: Json | undefined, step: FieldStep): Json | undefined {
  switch (step.kind) {
    case "key":
      return valueAt(value, step.key);
    case "index":
      return valueAt(value, step.index);
    case "item":
      return listAt(value).find(
        (each) => isJsonObject(each) && valueAt(each, step.key) === step.value,
      );
  }
}
