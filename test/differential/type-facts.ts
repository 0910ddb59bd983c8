import { isJsonList, isJsonObject, type Json } from "../../src/core/object/json.ts";

/** Prose, Go's zero values and what the embedded cluster does not tell; see its README. */
const LEFT_OUT: readonly string[] = [
  "description",
  "default",
  "enum",
  "x-kubernetes-unions",
  "x-kubernetes-group-version-kind",
];

/** What a type of an OpenAPI document says to programs that merge and own, with references by name. */
export function typeFacts(schema: Json): Json {
  if (isJsonList(schema)) return schema.map(typeFacts);
  if (!isJsonObject(schema)) return schema;
  const { allOf } = schema;
  const [only, ...others] = isJsonList(allOf) ? allOf : [];
  // `allOf` of one stands where a reference has a description or a default.
  const merged =
    isJsonObject(only) && others.length === 0 ? { ...schema, allOf: undefined, ...only } : schema;
  return Object.fromEntries(
    Object.entries(merged).flatMap(([key, value]) =>
      value === undefined || value === "granular" || LEFT_OUT.includes(key)
        ? []
        : [[key, factOf(key, value)]],
    ),
  );
}

/** Names of fields are no keywords: a field may be called `description`. */
function factOf(key: string, value: Json): Json {
  if (key !== "properties" || !isJsonObject(value)) return typeFacts(value);
  return Object.fromEntries(
    Object.entries(value).map(([field, type]): [string, Json] => [field, typeFacts(type)]),
  );
}
