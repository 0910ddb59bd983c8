import type { FieldPath } from "../../core/ownership/field-path.ts";

/** A path of named fields, from the root. */
export function fieldPathOf(...names: readonly string[]): FieldPath {
  return names.map((name) => ({ kind: "field", name }));
}
