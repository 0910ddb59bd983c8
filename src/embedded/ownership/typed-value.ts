import { isJsonList, isJsonObject, type Json, type JsonObject } from "../../core/object/json.ts";
import { makeSchema } from "../schema/make-schema.ts";
import type { Schema } from "../schema/schema.ts";

/**
 * A value as ownership sees it. A leaf is owned as a whole: a scalar, something atomic, something of a wrong type. A null
 * stands for nothing in a list or a map.
 */
export type TypedValue =
  | { readonly kind: "leaf"; readonly value: Json }
  | { readonly kind: "list"; readonly items: readonly Json[]; readonly schema: Schema }
  | { readonly kind: "map"; readonly fields: JsonObject; readonly schema: Schema };

/** Where a field of an object belongs. */
export interface FieldType {
  /** `undefined` for a field that must not be there. */
  readonly schema: Schema | undefined;
  /** A field of the struct, as opposed to a key of a map. */
  readonly isDeclared: boolean;
}

/** Content of which no schema says anything: maps are owned by their keys, lists as a whole. */
const DEDUCED: Schema = makeSchema({ type: "any", isOpen: true });
const NO_FIELDS: JsonObject = {};
const FREE_KEY: FieldType = { schema: DEDUCED, isDeclared: false };
const UNKNOWN_FIELD: FieldType = { schema: undefined, isDeclared: false };

/**
 * How a value is owned and merged.
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy
 */
export function typeValue(value: Json, schema: Schema | undefined): TypedValue {
  if (schema?.type === "array" && schema.listType !== "atomic") {
    if (isJsonList(value)) return { kind: "list", items: value, schema };
    if (value === null) return { kind: "list", items: [], schema };
  }
  if (schema !== undefined && isGranularMap(schema)) {
    if (isJsonObject(value)) return { kind: "map", fields: value, schema };
    if (value === null) return { kind: "map", fields: NO_FIELDS, schema };
  }
  return { kind: "leaf", value };
}

export function fieldTypeOf(schema: Schema, name: string): FieldType {
  const declared = schema.properties.get(name);
  if (declared !== undefined) return { schema: declared, isDeclared: true };
  if (schema.values !== undefined) return { schema: schema.values, isDeclared: false };
  return isOpenMap(schema) ? FREE_KEY : UNKNOWN_FIELD;
}

/** Whether no schema says what the value is: it may be of any type. */
export function isDeduced(schema: Schema): boolean {
  // Raw content of the built-in kinds is owned as a whole, that of a CRD by its fields.
  return schema.type === "any" && schema.typeName === "";
}

function isGranularMap(schema: Schema): boolean {
  return schema.type === "object" ? !schema.isAtomic : isDeduced(schema);
}

/** An object of which nothing is declared is free. */
function isOpenMap(schema: Schema): boolean {
  return schema.isOpen || (schema.properties.size === 0 && schema.values === undefined);
}
