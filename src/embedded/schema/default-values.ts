import { isJsonList, isJsonObject, type Json, type JsonObject } from "../../core/object/json.ts";
import { isNothing } from "./is-nothing.ts";
import type { Schema } from "./schema.ts";

/**
 * The object with the values that its schema gives for what is missing. In custom kinds null stands for missing where there is a
 * default, unless the field is nullable. Idempotent.
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#defaulting-and-nullable
 */
export function fillDefaults(object: JsonObject, schema: Schema): JsonObject {
  const present = Object.entries(object).map(([name, value]) => {
    const field = schema.properties.get(name) ?? schema.values;
    return [name, field === undefined ? value : fillField(value, field)] as const;
  });
  const missing = [...schema.properties].flatMap(([name, field]) => {
    const given = Object.hasOwn(object, name) ? undefined : defaultOf(field);
    return given === undefined ? [] : [[name, fillValue(given, field)] as const];
  });
  return Object.fromEntries([...present, ...missing]);
}

function fillField(value: Json, field: Schema): Json {
  const given = isNothing(value, field) ? defaultOf(field) : undefined;
  return fillValue(given ?? value, field);
}

function fillValue(value: Json, schema: Schema): Json {
  if (isJsonObject(value)) return fillDefaults(value, schema);
  const { items } = schema;
  if (!isJsonList(value) || items === undefined) return value;
  return value.map((item) => fillField(item, items));
}

/** A default of a built-in field that Go's struct drops again has no effect. */
function defaultOf({ defaultValue, go }: Schema): Json | undefined {
  const isDropped = go?.zero === "dropped" && (defaultValue === "" || defaultValue === 0);
  return isDropped ? undefined : defaultValue;
}
