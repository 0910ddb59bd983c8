import { isJsonList, type Json } from "../../core/object/json.ts";
import { goScalarOf } from "./go-scalar.ts";
import type { Schema } from "./schema.ts";

/** Where in an object the decoder stands. */
export interface Place {
  /** Go's name of the innermost struct. */
  readonly struct: string;
  /** Field names from the outermost struct, without indices and keys of maps: this is how Go names a place. */
  readonly goPath: string;
  /** Such as `spec.containers[0].name`. */
  readonly path: string;
}

/** What the decoder cannot read. */
export interface Fault {
  readonly message: string;
  /** In the words for the result of a strategic merge patch, which the server reads by another way. */
  readonly inPatch: string;
  /** It ends the decoding, so it is reported even after other faults. */
  readonly isFinal: boolean;
}

/** A value of another type than the field's, in the words of Go's JSON decoder. */
export function typeFault(value: Json, schema: Schema, place: Place): Fault {
  const goType = schema.go?.type ?? schema.type;
  const isFraction = typeof value === "number" && schema.type === "integer";
  const found = isFraction ? `number ${value}` : kindOf(value);
  return {
    message: cannotUnmarshal(found, goType, place),
    inPatch: cannotConvert(value, schema, goType),
    isFinal: false,
  };
}

/** Of a type that reads itself. */
export function finalFault(message: string, inPatch = message): Fault {
  return { message, inPatch, isFinal: true };
}

function cannotConvert(value: Json, schema: Schema, goType: string): string {
  const found = reflectKindOf(value);
  const isList = schema.type === "array" || schema.format === "byte";
  if (isList) return `cannot restore slice from ${found}`;
  if (schema.type === "object") {
    return schema.values === undefined
      ? `cannot restore struct from: ${found}`
      : `cannot restore map from ${found}`;
  }
  const isNumeric = schema.type === "integer" || schema.type === "number";
  if (typeof value === "number" && (isNumeric || schema.type === "string")) {
    return `cannot convert ${found} to ${goType}`;
  }
  return `unrecognized type: ${goScalarOf(schema)}`;
}

/** What Go's reflection calls it. */
function reflectKindOf(value: Json): string {
  if (isJsonList(value)) return "slice";
  if (typeof value === "number") return Number.isInteger(value) ? "int64" : "float64";
  if (typeof value === "object") return "map";
  return typeof value === "boolean" ? "bool" : "string";
}

/** `found` is such as `string` or `number 1.5`. */
export function cannotUnmarshal(found: string, goType: string, place: Place): string {
  const where = place.goPath === "" ? "value" : `struct field ${place.struct}.${place.goPath}`;
  return `json: cannot unmarshal ${found} into Go ${where} of type ${goType}`;
}

/** What Go calls a JSON value. */
export function kindOf(value: Json): string {
  if (value === null) return "null";
  if (isJsonList(value)) return "array";
  return typeof value === "boolean" ? "bool" : typeof value;
}
