import { isJsonList, isJsonObject, type Json, type JsonObject } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { childPath } from "./child-path.ts";
import type { Schema } from "./schema.ts";

const KIND = /^[a-z]([-a-z0-9]*[a-z0-9])?$/;
const KIND_LENGTH_MAX = 63;
const KIND_DETAIL =
  "may have mixed case, but should otherwise match: a DNS-1035 label must consist of lower case alphanumeric characters or '-', " +
  "start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";

/** Whole objects inside an object need an apiVersion and a kind. Their metadata is not checked. */
export function checkEmbedded(value: Json, schema: Schema, path: string): readonly Fault[] {
  if (schema.go !== undefined) return [];
  if (isJsonList(value)) {
    const { items } = schema;
    if (items === undefined) return [];
    return value.flatMap((item, index) => checkEmbedded(item, items, `${path}[${index}]`));
  }
  if (!isJsonObject(value)) return [];
  const inner = Object.entries(value).flatMap(([name, each]) => {
    const field = schema.properties.get(name);
    if (field !== undefined) return checkEmbedded(each, field, childPath(path, name));
    return schema.values === undefined
      ? []
      : checkEmbedded(each, schema.values, `${path}[${name}]`);
  });
  return schema.isEmbeddedObject ? [...checkTypeFields(value, path), ...inner] : inner;
}

function checkTypeFields(object: JsonObject, path: string): readonly Fault[] {
  const fields = ["apiVersion", "kind"] as const;
  const missing = fields.filter((name) => !Object.hasOwn(object, name));
  return [
    ...missing.map((name): Fault => ({ kind: "required", field: `${path}.${name}`, detail: "" })),
    ...fields.flatMap((name) => {
      const value = object[name];
      const detail = typeof value === "string" ? detailOf(name, value) : undefined;
      const field = `${path}.${name}`;
      return value === undefined || detail === undefined
        ? []
        : [{ kind: "invalid", field, value, detail } as const];
    }),
  ];
}

function detailOf(name: "apiVersion" | "kind", value: string): string | undefined {
  if (value === "") return "must not be empty";
  if (name === "kind") {
    const isGood = KIND.test(value.toLowerCase()) && value.length <= KIND_LENGTH_MAX;
    return isGood ? undefined : KIND_DETAIL;
  }
  return value.split("/").length > 2 ? `unexpected GroupVersion string: ${value}` : undefined;
}
