import type { Json } from "../../core/object/json.ts";
import type { Schema } from "./schema.ts";

/**
 * Whether null stands for a field that is missing, in custom kinds. `any` of a free map keeps its nulls. In built-in kinds
 * null was read as nothing already, or is what the server shows.
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting-and-nullable
 */
export function isNothing(value: Json, { go, isNullable, type, isOpen }: Schema): boolean {
  return value === null && go === undefined && !isNullable && (type !== "any" || isOpen);
}
