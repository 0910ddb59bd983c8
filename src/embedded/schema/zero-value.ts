import { isJsonList, isJsonObject, type Json } from "../../core/object/json.ts";
import type { GoField, Schema } from "./schema.ts";

/**
 * What is left of a field of a Go struct when it is written out.
 * @param value `undefined` for null or nothing.
 * @returns `undefined` for a field that is left out.
 */
export function keepField(value: Json | undefined, field: Schema): Json | undefined {
  const zero = field.go?.zero ?? "kept";
  if (value === undefined) return WHEN_ABSENT[zero](field);
  if (zero === "dropped" && isZero(value, field)) return undefined;
  return zero === "null" && isEmpty(value, field) ? null : value;
}

const WHEN_ABSENT: Readonly<Record<GoField["zero"], (field: Schema) => Json | undefined>> = {
  kept: () => undefined,
  dropped: () => undefined,
  null: () => null,
  shown: zeroOf,
};

const ZEROS: Readonly<Record<Exclude<Schema["type"], "object">, Json>> = {
  array: null,
  any: null,
  string: "",
  integer: 0,
  number: 0,
  "int-or-string": 0,
  boolean: false,
};

/** Of texts with a form of their own. */
const ZERO_TEXTS: ReadonlyMap<string, Json> = new Map([
  ["date-time", null],
  ["date-time-micro", null],
  ["quantity", "0"],
]);

/** A field without a value, as Go writes it. Structs show those of their fields that are always shown. */
export function zeroOf(schema: Schema): Json {
  if (schema.type === "object") return schema.values === undefined ? zeroStruct(schema) : null;
  return ZERO_TEXTS.has(schema.format)
    ? (ZERO_TEXTS.get(schema.format) ?? null)
    : ZEROS[schema.type];
}

function zeroStruct(schema: Schema): Json {
  return Object.fromEntries(
    [...schema.properties].flatMap(([name, field]) => {
      const kept = keepField(undefined, field);
      return kept === undefined ? [] : [[name, kept]];
    }),
  );
}

function isZero(value: Json, schema: Schema): boolean {
  return value === "" || value === 0 || value === false || isEmpty(value, schema);
}

/** An empty list or map; a struct is never empty to Go. */
function isEmpty(value: Json, schema: Schema): boolean {
  if (isJsonList(value)) return value.length === 0;
  return schema.values !== undefined && isJsonObject(value) && Object.keys(value).length === 0;
}
