import { isJsonList, isJsonObject, type Json, type JsonObject } from "../../core/object/json.ts";
import type { Schema } from "./schema.ts";

/**
 * The object with the values that its schema gives for what is missing. In custom kinds null stands for missing, unless the field
 * is nullable, and vanishes without a default. Idempotent.
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting-and-nullable
 */
export function fillDefaults(object: JsonObject, schema: Schema): JsonObject {
  const present = Object.entries(object).flatMap(([name, value]) => {
    const field = schema.properties.get(name) ?? schema.values;
    const filled = field === undefined ? value : fillField(value, field);
    return filled === undefined ? [] : [[name, filled] as const];
  });
  const missing = [...schema.properties].flatMap(([name, field]) => {
    const given = Object.hasOwn(object, name) ? undefined : defaultOf(field);
    return given === undefined ? [] : [[name, fillValue(given, field)] as const];
  });
  return Object.fromEntries([...present, ...missing]);
}

/** @returns `undefined` for a null that goes. */
function fillField(value: Json, field: Schema): Json | undefined {
  if (!isMissing(value, field)) return fillValue(value, field);
  const given = defaultOf(field);
  return given === undefined ? undefined : fillValue(given, field);
}

function fillValue(value: Json, schema: Schema): Json {
  if (isJsonObject(value)) return fillDefaults(value, schema);
  const { items } = schema;
  if (!isJsonList(value) || items === undefined) return value;
  return value.map((item) => fillField(item, items) ?? null);
}

/** In a Go struct null was read as nothing or is what the server shows. `any` of a free map keeps its nulls. */
function isMissing(value: Json, { go, isNullable, type, isOpen }: Schema): boolean {
  return value === null && go === undefined && !isNullable && (type !== "any" || isOpen);
}

/** A default of a built-in field that Go's struct drops again has no effect. */
function defaultOf({ defaultValue, go }: Schema): Json | undefined {
  const isDropped = go?.zero === "dropped" && (defaultValue === "" || defaultValue === 0);
  return isDropped ? undefined : defaultValue;
}
