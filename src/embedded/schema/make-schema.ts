import type { Schema } from "./schema.ts";

const PLAIN_TYPES = ["object", "array", "string", "integer", "number", "boolean"] as const;

const PLAIN: Schema = {
  type: "any",
  format: "",
  typeName: "",
  properties: new Map(),
  required: [],
  values: undefined,
  items: undefined,
  listType: "atomic",
  mapKeys: [],
  isAtomic: false,
  patchStrategies: [],
  patchMergeKey: undefined,
  defaultValue: undefined,
  isOpen: false,
  isEmbeddedObject: false,
  isNullable: false,
  rules: {},
};

/** A schema that says nothing but `said`. */
export function makeSchema(said: Partial<Schema> & Pick<Schema, "type">): Schema {
  return { ...PLAIN, ...said };
}

/** The type that a schema document names; any, when it names none. */
export function plainTypeOf(type: string | undefined): Schema["type"] {
  return PLAIN_TYPES.find((each) => each === type) ?? "any";
}

/** How a list is merged; as a whole, when nothing is said. */
export function listTypeOf(type: string | undefined): Schema["listType"] {
  return type === "map" || type === "set" ? type : "atomic";
}
