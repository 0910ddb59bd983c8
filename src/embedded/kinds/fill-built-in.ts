import { isJsonList, isJsonObject, type Json, type JsonObject } from "../../core/object/json.ts";
import { decodeObject } from "../schema/decode-object.ts";
import type { Schema } from "../schema/schema.ts";
import { defaultValues } from "./default-values.ts";
import { dependentDefaults } from "./dependent-defaults.ts";
import { quantityNanos } from "./quantity-nanos.ts";
import { quantityText } from "./quantity-text.ts";

const MILLI_NANOS = 1_000_000n;

/** An object of a built-in kind as the server writes it down: brought into its form, and defaults filled in. Idempotent. */
export function fillBuiltIn(object: JsonObject, schema: Schema): JsonObject {
  return filledStruct(decodeObject(object, schema).object, schema);
}

/** Own fields first, then the rules of the type, then the fields' values: a rule may add an object that is filled afterwards. */
function filledStruct(object: JsonObject, schema: Schema): JsonObject {
  const type = schema.typeName.split(".").slice(-3).join(".");
  const fixed = defaultValues(type);
  const given = Object.entries(object).filter(([field, value]) => {
    const isNothing = value === "" && schema.properties.get(field)?.go?.zero === "shown";
    return value !== null && !(isNothing && Object.hasOwn(fixed, field));
  });
  const ruled = dependentDefaults(type)({ ...fixed, ...Object.fromEntries(given) });
  return Object.fromEntries([
    ...zeroesOf(schema, ruled),
    ...Object.entries(ruled).map(([field, value]): [string, Json] => {
      const fieldType = schema.properties.get(field);
      return [field, fieldType === undefined ? value : filledValue(value, fieldType)];
    }),
  ]);
}

/** Fields that Go writes down even when nobody set them. */
function zeroesOf(schema: Schema, object: JsonObject): [string, Json][] {
  return [...schema.properties].flatMap(([field, type]): [string, Json][] => {
    if (Object.hasOwn(object, field)) return [];
    if (type.go?.zero === "null") return [[field, null]];
    return type.go?.zero === "shown" ? [[field, zeroValue(type)]] : [];
  });
}

function zeroValue(type: Schema): Json {
  switch (type.type) {
    case "object":
      return filledValue({}, type);
    case "array":
    case "any":
      return null;
    case "string":
      return type.format.startsWith("date-time") ? null : "";
    case "boolean":
      return false;
    case "integer":
    case "number":
    case "int-or-string":
      return 0;
  }
}

function filledValue(value: Json, schema: Schema): Json {
  if (isJsonList(value)) {
    const { items } = schema;
    return items === undefined ? value : value.map((each) => filledValue(each, items));
  }
  if (!isJsonObject(value)) return value;
  if (schema.properties.size > 0) return filledStruct(value, schema);
  const { values } = schema;
  if (values === undefined) return value;
  if (values.format === "quantity") return amountsInMilli(value);
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => [key, filledValue(each, values)]),
  );
}

/** Amounts of resources have no parts smaller than a thousandth. */
function amountsInMilli(amounts: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(amounts).map(([name, amount]) => {
      const isTiny = typeof amount === "string" && /[nu]$/.test(amount);
      return [name, isTiny ? quantityText(quantityNanos(amount), MILLI_NANOS) : amount];
    }),
  );
}
