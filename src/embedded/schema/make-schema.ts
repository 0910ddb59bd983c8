import type { Schema } from "./schema.ts";

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
