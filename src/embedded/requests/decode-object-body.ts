import {
  isJsonEqual,
  type Json,
  type JsonObject,
  objectAt,
  textAt,
  valueAt,
} from "../../core/object/json.ts";
import { apiVersionOf } from "../../core/object/object-id.ts";
import type { Catalogue } from "../kinds/resource.ts";
import { badRequest } from "../refusals.ts";
import { decodeObject } from "../schema/decode-object.ts";
import type { Schema } from "../schema/schema.ts";
import { StatusError } from "../status-error.ts";
import type { BodyType } from "./body-type.ts";
import type { ObjectCall } from "./object-call.ts";
import { objectOf, type ParsedBody, parseJsonBody, parseYamlBody } from "./parse-body.ts";
import type { WriteOptions } from "./read-options.ts";
import { strictErrors } from "./strict-errors.ts";
import {
  foreignType,
  missingKind,
  typeMetaError,
  unreadableType,
  wrongKind,
} from "./type-errors.ts";

/** How a body is to be read. */
interface Reading {
  readonly type: BodyType;
  readonly validation: WriteOptions["fieldValidation"];
  readonly catalogue: Catalogue;
}

/** An object that was read, with apiVersion and kind, without fields that its type does not know. */
interface DecodedBody {
  readonly object: JsonObject;
  readonly warnings: readonly string[];
}

/** Bytes of a body that an error message shows. */
const SHOWN_MAX = 30;

/**
 * Reads the body of a create or a replacement.
 *
 * @throws {StatusError} 400 for what is no object of the type, 415 for a content type that is not read.
 */
export function decodeObjectBody(call: ObjectCall, reading: Reading): DecodedBody {
  const { type, validation } = reading;
  const parsed = parsedBody(call);
  if (!parsed.ok) throw unrecognized(call, { type, why: parsed.wrong });
  const mistyped = unreadableType(parsed.value);
  if (mistyped !== undefined) throw unrecognized(call, { type, why: mistyped });
  const written = type.isCustom
    ? customObject(parsed.value, { call, type })
    : builtInObject(parsed.value, reading);
  const { object, unknownFields, wrong } = decodeFields(written, type.schema);
  if (wrong !== undefined) throw cannotBeHandled(type, { written, why: wrong });
  const { duplicates, repeats } = parsed;
  const text = call.contentType === "application/yaml" ? "" : call.body;
  const strict = strictErrors({ text, unknownFields, duplicates, isCustom: type.isCustom });
  if (validation === "Strict" && strict.length + repeats.length > 0) {
    const why = [...yamlErrors(repeats), ...strict].join(", ");
    throw cannotBeHandled(type, { written, why: `strict decoding error: ${why}` });
  }
  return { object, warnings: validation === "Warn" ? [...repeats, ...strict] : [] };
}

/**
 * As `decodeObject`, but an empty list of managedFields is kept: it asks to forget who owns what.
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#clearing-managedfields
 */
export function decodeFields(written: JsonObject, schema: Schema): ReturnType<typeof decodeObject> {
  const decoded = decodeObject(written, schema);
  const isReset = isJsonEqual(valueAt(written, "metadata", "managedFields"), []);
  if (!isReset || decoded.wrong !== undefined) return decoded;
  const metadata = { ...objectAt(decoded.object, "metadata"), managedFields: [] };
  return { ...decoded, object: { ...decoded.object, metadata } };
}

/** Repeated keys as the YAML decoder lists them in one error. */
export function yamlErrors(repeats: readonly string[]): readonly string[] {
  if (repeats.length === 0) return [];
  return [`yaml: unmarshal errors:\n${repeats.map((each) => `  ${each}`).join("\n")}`];
}

/** The value of a body of JSON or YAML. @throws {StatusError} 415. */
export function parsedBody({ contentType, body }: ObjectCall): ParsedBody {
  switch (contentType) {
    case "":
    case "application/json": {
      const parsed = parseJsonBody(body);
      return parsed.ok ? parsed : { ok: false, wrong: typeMetaError(parsed.wrong) };
    }
    case "application/yaml":
      return parseYamlBody(body);
    default:
      throw new StatusError(415, {
        reason: "UnsupportedMediaType",
        message:
          "the body of the request was in an unknown format - accepted media types include: application/json, application/yaml, application/vnd.kubernetes.protobuf",
      });
  }
}

function unrecognized(
  { body }: ObjectCall,
  { type, why }: { type: BodyType; why: string },
): StatusError {
  return badRequest(
    `the object provided is unrecognized (must be of type ${type.kind}): ${why} (${excerpt(body)})`,
  );
}

/** The beginning of a body: readable when it may be JSON, else in hexadecimal digits. */
function excerpt(body: string): string {
  if (body === "") return "<empty>";
  const bytes = Buffer.from(body);
  const more = bytes.length > SHOWN_MAX ? " ..." : "";
  const shown = bytes.subarray(0, SHOWN_MAX);
  return (body.startsWith("{") ? shown.toString() : shown.toString("hex")) + more;
}

/** The object with the type of the path where it names none itself. */
function builtInObject(value: Json, { type, catalogue }: Reading): JsonObject {
  const { kind: _kind, apiVersion: _version, ...rest } = objectOf(value);
  const kind = writtenText(value, "kind") ?? type.kind;
  const apiVersion = writtenText(value, "apiVersion") ?? apiVersionOf(type);
  const written = { kind, apiVersion, ...rest };
  const why = foreignType(written, { type, catalogue });
  if (why !== undefined) throw cannotBeHandled(type, { written, why });
  return written;
}

/** The object of a custom kind, which must say itself what it is. */
function customObject(
  value: Json,
  { call, type }: { call: ObjectCall; type: BodyType },
): JsonObject {
  const kind = writtenText(value, "kind");
  const apiVersion = writtenText(value, "apiVersion") ?? "";
  if (kind === undefined) throw unrecognized(call, { type, why: missingKind(call.body) });
  const expected = apiVersionOf(type);
  if (apiVersion !== expected) {
    throw badRequest(
      `the API version in the data (${apiVersion}) does not match the expected API version (${expected})`,
    );
  }
  const object = objectOf(value);
  if (kind !== type.kind) throw wrongKind(object, { type, kind });
  return object;
}

/** A text that is not empty. */
function writtenText(value: Json, field: string): string | undefined {
  const text = textAt(value, field);
  return text === "" ? undefined : text;
}

function cannotBeHandled(
  type: BodyType,
  { written, why }: { written: JsonObject; why: string },
): StatusError {
  const [version = ""] = (textAt(written, "apiVersion") ?? "").split("/").slice(-1);
  return badRequest(
    `${textAt(written, "kind") ?? ""} in version "${version}" cannot be handled as a ${type.kind}: ${why}`,
  );
}
