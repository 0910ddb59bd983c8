import {
  isJsonObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
} from "../../src/core/object/json.ts";

/** One line of the type table; its keys are those that `kubernetes-types.ts` reads. */
export type TypeRow = JsonObject;

const GROUP_VERSION_KIND = "x-kubernetes-group-version-kind";

/** A field's keyword in OpenAPI and its name in the table. */
const KEYWORDS = [
  ["type", "type"],
  ["format", "format"],
  ["x-kubernetes-list-type", "listType"],
  ["x-kubernetes-list-map-keys", "mapKeys"],
  ["x-kubernetes-map-type", "mapType"],
  ["x-kubernetes-patch-strategy", "strategy"],
  ["x-kubernetes-patch-merge-key", "mergeKey"],
] as const;

const GO_SCALARS: Readonly<Record<string, string>> = { string: "string", boolean: "bool" };

/** What the table says of a type. `goFields` are the fields as `control-plane/go-fields` prints them. */
export function describeType(schema: JsonObject, goFields: readonly JsonObject[]): TypeRow {
  const goField = new Map(goFields.map((field) => [textAt(field, "name"), field]));
  const fields = Object.entries(objectAt(schema, "properties") ?? {})
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => [name, describeField(field, goField.get(name))] as const);
  const kinds = listAt(schema, GROUP_VERSION_KIND).map((each) =>
    ["group", "version", "kind"].map((key) => textAt(each, key) ?? ""),
  );
  const required = listAt(schema, "required");
  return {
    ...keywordsOf(schema),
    ...(kinds.length === 0 ? {} : { kinds }),
    ...(required.length === 0 ? {} : { required }),
    ...(fields.length === 0 ? {} : { fields: Object.fromEntries(fields) }),
  };
}

/** Names of the types that a row mentions. */
export function namesIn(row: Json): readonly string[] {
  if (!isJsonObject(row)) return [];
  const own = textAt(row, "ref");
  const inner = [
    ...Object.values(objectAt(row, "fields") ?? {}),
    row["items"] ?? null,
    row["values"] ?? null,
  ].flatMap(namesIn);
  return own === undefined ? inner : [own, ...inner];
}

function describeField(field: Json, go: JsonObject | undefined): JsonObject {
  if (go === undefined) throw new Error("Go does not know a field of the document");
  const shape = describeShape(field);
  const goType = textAt(go, "goType") ?? "";
  const zero = zeroOf(go);
  const written = objectAt(field)?.["default"];
  return {
    ...shape,
    ...(written === undefined || isJsonObject(written) ? {} : { default: written }),
    ...(zero === "dropped" ? {} : { zero }),
    ...(goType === goTypeOf(shape) ? {} : { goType }),
  };
}

function describeShape(schema: Json): JsonObject {
  const ref = textAt(schema, "$ref") ?? textAt(schema, "allOf", 0, "$ref");
  const items = objectAt(schema, "items");
  const values = objectAt(schema, "additionalProperties");
  return {
    ...(ref === undefined ? {} : { ref: ref.slice(ref.lastIndexOf("/") + 1) }),
    ...keywordsOf(schema),
    ...(items === undefined ? {} : { items: describeShape(items) }),
    ...(values === undefined ? {} : { values: describeShape(values) }),
  };
}

function keywordsOf(schema: Json): JsonObject {
  return Object.fromEntries(
    KEYWORDS.flatMap(([keyword, name]) => {
      const value = objectAt(schema)?.[keyword];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/**
 * What becomes of a zero value (empty text, 0, false, empty list, absent …) when Go writes the object: `dropped`; `kept` as it was sent,
 * so that only what is absent stays absent; `shown`, even when it was absent; `null`, when absent.
 */
function zeroOf(go: JsonObject): "dropped" | "kept" | "shown" | "null" {
  const omits = go["omitEmpty"] === true;
  if (go["pointer"] === true) return omits ? "kept" : "null";
  const kind = textAt(go, "kind");
  if (kind === "struct") return go["omitZero"] === true ? "dropped" : "shown";
  if (omits) return "dropped";
  return kind === "slice" || kind === "map" ? "null" : "shown";
}

/** How Go would name the type if it had no name of its own. */
function goTypeOf(shape: JsonObject): string {
  const ref = textAt(shape, "ref");
  if (ref !== undefined) return ref.split(".").slice(-2).join(".");
  const items = objectAt(shape, "items");
  if (items !== undefined) return `[]${goTypeOf(items)}`;
  const values = objectAt(shape, "values");
  if (values !== undefined) return `map[string]${goTypeOf(values)}`;
  const type = textAt(shape, "type") ?? "";
  return GO_SCALARS[type] ?? textAt(shape, "format") ?? type;
}
