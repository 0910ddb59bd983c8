import type { JsonObject } from "../../src/core/object/json.ts";

export const TEXT = { type: "string" };
const LIST_OF_TEXT = { type: "array", items: TEXT };

export function objectOf(properties: JsonObject, rest: JsonObject = {}): JsonObject {
  return { type: "object", properties, ...rest };
}

const ITEM = objectOf(
  { name: TEXT, value: TEXT, port: { type: "integer" } },
  { required: ["name"] },
);
/** The schema of a spec with a field of each sort. */
export const RICH_SPEC = objectOf({
  size: { type: "integer", format: "int32", default: 3, minimum: 1, maximum: 9 },
  mode: { type: "string", enum: ["Fast", "Slow"] },
  name: { type: "string", pattern: "^[a-z]+$", minLength: 2, maxLength: 5 },
  ratio: { type: "number" },
  isOn: { type: "boolean" },
  nothing: { type: "string", nullable: true },
  port: { "x-kubernetes-int-or-string": true },
  keyed: {
    type: "array",
    items: ITEM,
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name"],
    maxItems: 4,
  },
  set: { ...LIST_OF_TEXT, "x-kubernetes-list-type": "set" },
  atomic: { ...LIST_OF_TEXT, "x-kubernetes-list-type": "atomic" },
  plain: LIST_OF_TEXT,
  labels: { type: "object", additionalProperties: TEXT },
  whole: objectOf({ a: TEXT, b: TEXT }, { "x-kubernetes-map-type": "atomic" }),
  open: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
  nested: objectOf({ deep: { type: "string", default: "down" } }),
  defaulted: objectOf({ deep: { type: "string", default: "down" } }, { default: {} }),
  template: {
    type: "object",
    "x-kubernetes-embedded-resource": true,
    "x-kubernetes-preserve-unknown-fields": true,
  },
});
