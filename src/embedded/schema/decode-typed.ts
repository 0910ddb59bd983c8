import { isJsonList, isJsonObject, type Json, type JsonObject } from "../../core/object/json.ts";
import { childPath } from "./child-path.ts";
import { type Fault, finalFault, type Place, typeFault } from "./decode-fault.ts";
import type { DecodedObject } from "./decode-object.ts";
import { decodeScalar } from "./decode-scalar.ts";
import { decodeSchemaProps } from "./decode-schema-props.ts";
import type { Schema } from "./schema.ts";
import { keepField, zeroOf } from "./zero-value.ts";

/** The server stops counting there. */
const UNKNOWN_FIELDS_MAX = 100;

/** Collects what is wrong while a value is walked. */
interface Findings {
  readonly unknownFields: string[];
  readonly faults: Fault[];
}

/**
 * Reads an object into a Go struct and writes it out again, as it happens to each object of a built-in kind.
 * @param path Of the object in the whole, for unknown fields; empty for a whole object.
 */
export function decodeTyped(object: JsonObject, schema: Schema, path = ""): DecodedObject {
  const findings: Findings = { unknownFields: [], faults: [] };
  const place: Place = { struct: structNameOf(schema), goPath: "", path };
  const decoded = decodeStruct(object, { schema, place, findings });
  const { faults } = findings;
  return {
    object: decoded,
    unknownFields: findings.unknownFields.slice(0, UNKNOWN_FIELDS_MAX),
    wrong: (faults.find((each) => each.isFinal) ?? faults[0])?.message,
    wrongInPatch: faults[0]?.inPatch,
  };
}

interface Walk {
  readonly schema: Schema;
  readonly place: Place;
  readonly findings: Findings;
}

function decodeStruct(object: JsonObject, { schema, place, findings }: Walk): JsonObject {
  const decoded = new Map<string, Json>();
  for (const [name, value] of Object.entries(object)) {
    const field = schema.properties.get(name);
    const path = childPath(place.path, name);
    if (field === undefined) {
      findings.unknownFields.push(path);
    } else {
      const goPath = childPath(place.goPath, name);
      const inner: Place = { struct: structNameOf(schema), goPath, path };
      const read = decodeValue(value, { schema: field, place: inner, findings });
      if (read !== undefined) decoded.set(name, read);
    }
  }
  const shown = [...schema.properties].flatMap(([name, field]) => {
    const kept = keepField(decoded.get(name), field);
    return kept === undefined ? [] : [[name, kept] as const];
  });
  return Object.fromEntries(shown);
}

/** @returns `undefined` for null and for what is wrong. */
function decodeValue(value: Json, walk: Walk): Json | undefined {
  const { schema, place, findings } = walk;
  if (value === null) return undefined;
  if (schema.type === "any") return decodeAny(value, walk);
  if (schema.type === "object") return decodeMapping(value, walk);
  if (schema.type === "array") return decodeList(value, walk);
  const read = decodeScalar(value, schema, place);
  if (read.kind === "read") return read.value;
  findings.faults.push(read.fault);
  return undefined;
}

function decodeAny(value: Json, { schema, place, findings }: Walk): Json | undefined {
  const read = decodeSchemaProps(value, schema, (props, propsSchema) =>
    decodeTyped(props, propsSchema),
  );
  if (read.wrong === undefined) return read.value;
  findings.faults.push(finalFault(read.wrong(place), read.wrong(undefined)));
  return undefined;
}

function decodeMapping(value: Json, walk: Walk): Json | undefined {
  const { schema, place, findings } = walk;
  if (!isJsonObject(value)) {
    findings.faults.push(typeFault(value, schema, place));
    return undefined;
  }
  const { values } = schema;
  if (values === undefined) return decodeStruct(value, walk);
  return Object.fromEntries(
    Object.entries(value).map(([key, each]) => {
      const inner = { ...place, path: `${place.path}.${key}` };
      const read = decodeValue(each, { schema: values, place: inner, findings });
      return [key, read ?? zeroOf(values)];
    }),
  );
}

function decodeList(value: Json, { schema, place, findings }: Walk): Json | undefined {
  const { items } = schema;
  if (!isJsonList(value)) {
    findings.faults.push(typeFault(value, schema, place));
    return undefined;
  }
  if (items === undefined) return value;
  return value.map((each, index) => {
    const inner = { ...place, path: `${place.path}[${index}]` };
    return decodeValue(each, { schema: items, place: inner, findings }) ?? zeroOf(items);
  });
}

/** `PodSpec` of `io.k8s.api.core.v1.PodSpec`. */
function structNameOf(schema: Schema): string {
  return schema.typeName.split(".").at(-1) ?? "";
}
