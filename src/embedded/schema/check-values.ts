import { isJsonObject, type JsonObject, listAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { checkEmbedded } from "./check-embedded.ts";
import { checkListKeys } from "./check-list-keys.ts";
import { checkValue } from "./check-value.ts";
import type { Schema } from "./schema.ts";

/** With one of these the server does not go on to the CEL rules. */
const BLOCKING: ReadonlySet<Fault["kind"]> = new Set<Fault["kind"]>([
  "not-supported",
  "required",
  "too-long",
  "too-many",
  "type-invalid",
]);

const NOT_CHECKED: Fault = {
  kind: "invalid",
  field: "<nil>",
  value: null,
  detail:
    "some validation rules were not checked because the object was invalid; correct the existing errors to complete validation",
};

/**
 * Checks an object of a custom kind against its schema, in the words and the order of the server; among the fields of an object, whose
 * order is by chance there, in that of the schema. CEL rules (`x-kubernetes-validations`) are not evaluated.
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#validation
 */
export function checkValues(object: JsonObject, schema: Schema): readonly Fault[] {
  const faults = [
    ...checkValue(object, schema, "").faults,
    ...checkEmbedded(object, schema, ""),
    ...checkListKeys(object, schema, ""),
  ];
  const isBlocked = faults.some((fault) => BLOCKING.has(fault.kind)) && hasExpressions(schema);
  return isBlocked ? [...faults, NOT_CHECKED] : faults;
}

/** Metadata is a type of Go, not of the CRD, so this walks a tree. */
function hasExpressions(schema: Schema): boolean {
  if (schema.go !== undefined) return false;
  if (listAt(schema.rules, "x-kubernetes-validations").some(isJsonObject)) return true;
  const inner = [...schema.properties.values(), schema.values, schema.items];
  return inner.some((each) => each !== undefined && hasExpressions(each));
}
