import type { JsonObject } from "../../core/object/json.ts";
import type { FieldSet } from "../../core/ownership/field-set.ts";
import { formatFieldSet } from "../../core/ownership/format-field-set.ts";
import { parseFieldSet } from "../../core/ownership/parse-field-set.ts";

/** Sets and their JSON are immutable, and most entries of an object outlive many writes. */
const SETS = new WeakMap<JsonObject, FieldSet>();
const TEXTS = new WeakMap<FieldSet, JsonObject>();

/** The set of a `fieldsV1` value; `undefined` when it cannot be read. */
export function readFields(fieldsV1: JsonObject): FieldSet | undefined {
  const known = SETS.get(fieldsV1);
  if (known !== undefined) return known;
  const parsed = parseFieldSet(fieldsV1);
  if (!parsed.ok) return undefined;
  SETS.set(fieldsV1, parsed.value);
  return parsed.value;
}

/** The canonical `fieldsV1` value of a set. */
export function writeFields(set: FieldSet): JsonObject {
  const known = TEXTS.get(set);
  if (known !== undefined) return known;
  const fieldsV1 = formatFieldSet(set);
  TEXTS.set(set, fieldsV1);
  SETS.set(fieldsV1, set);
  return fieldsV1;
}
