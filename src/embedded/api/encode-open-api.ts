import {
  isJsonObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
} from "../../core/object/json.ts";
import { proto } from "./proto-writer.ts";

/** Field numbers of the messages. @see https://github.com/google/gnostic-models/blob/main/openapiv2/OpenAPIv2.proto */
const DOCUMENT = { swagger: 1, info: 2, paths: 8, definitions: 9 } as const;
const INFO = { title: 1, version: 2 } as const;
const NAMED = { name: 1, value: 2 } as const;
const PATHS_PATH = 2;
const PATH_ITEM = { get: 2, put: 3, post: 4, delete: 5, patch: 8 } as const;
const OPERATION = { parameters: 8, responses: 9, extension: 13 } as const;
const QUERY_PARAMETER = { in: 2, name: 4, type: 6 } as const;
const RESPONSE = { code: 1, value: 2, response: 1, description: 1 } as const;
const SCHEMA = {
  ref: 1,
  format: 2,
  description: 4,
  default: 5,
  required: 19,
  values: 21,
  type: 22,
  items: 23,
  properties: 25,
  extension: 31,
} as const;
const ANY_YAML = 2;

/**
 * The OpenAPI v2 document as Protocol Buffers, which kubectl before 1.28 insists on: what it looks at, no more. Those are
 * types, how lists merge, and the parameters of operations.
 */
export function encodeOpenApi(document: JsonObject): Buffer {
  const paths = Object.entries(objectAt(document, "paths") ?? {});
  const definitions = Object.entries(objectAt(document, "definitions") ?? {});
  return Buffer.concat([
    proto.text(DOCUMENT.swagger, textAt(document, "swagger") ?? ""),
    proto.message(
      DOCUMENT.info,
      proto.text(INFO.title, textAt(document, "info", "title") ?? ""),
      proto.text(INFO.version, textAt(document, "info", "version") ?? ""),
    ),
    proto.message(
      DOCUMENT.paths,
      ...paths.map(([name, item]) => named(PATHS_PATH, name, pathItem(item))),
    ),
    proto.message(
      DOCUMENT.definitions,
      ...definitions.map(([name, schema]) => named(1, name, schemaOf(schema))),
    ),
  ]);
}

function named(field: number, name: string, value: Buffer): Buffer {
  return proto.message(field, proto.text(NAMED.name, name), proto.message(NAMED.value, value));
}

function pathItem(item: Json): Buffer {
  return Buffer.concat(
    Object.entries(PATH_ITEM).flatMap(([method, field]) => {
      const operation = objectAt(item, method);
      return operation === undefined ? [] : [proto.message(field, operationOf(operation))];
    }),
  );
}

function operationOf(operation: JsonObject): Buffer {
  return Buffer.concat([
    ...listAt(operation, "parameters").map((each) =>
      proto.message(OPERATION.parameters, parameterOf(each)),
    ),
    proto.message(OPERATION.responses, okResponse()),
    ...extensions(operation, OPERATION.extension),
  ]);
}

/** A query parameter, three unions deep. */
function parameterOf(parameter: Json): Buffer {
  const query = Buffer.concat([
    proto.text(QUERY_PARAMETER.in, "query"),
    proto.text(QUERY_PARAMETER.name, textAt(parameter, "name") ?? ""),
    proto.text(QUERY_PARAMETER.type, textAt(parameter, "type") ?? ""),
  ]);
  const nonBody = proto.message(3, query);
  return proto.message(1, proto.message(2, nonBody));
}

function okResponse(): Buffer {
  const response = proto.message(RESPONSE.response, proto.text(RESPONSE.description, "OK"));
  return proto.message(
    1,
    proto.text(RESPONSE.code, "200"),
    proto.message(RESPONSE.value, response),
  );
}

function schemaOf(schema: Json): Buffer {
  const values = valueOf(schema, "additionalProperties");
  const items = objectAt(schema, "items");
  const properties = Object.entries(objectAt(schema, "properties") ?? {});
  const written = objectAt(schema, "default");
  return Buffer.concat([
    ...texts(schema),
    ...(written === undefined ? [] : [proto.message(SCHEMA.default, anyOf(written))]),
    ...listAt(schema, "required").flatMap((each) =>
      typeof each === "string" ? [proto.text(SCHEMA.required, each)] : [],
    ),
    ...(isJsonObject(values)
      ? [proto.message(SCHEMA.values, proto.message(1, schemaOf(values)))]
      : []),
    ...(values === true ? [proto.message(SCHEMA.values, proto.isTrue(2))] : []),
    ...typeOf(schema),
    ...(items === undefined
      ? []
      : [proto.message(SCHEMA.items, proto.message(1, schemaOf(items)))]),
    ...(properties.length === 0
      ? []
      : [
          proto.message(
            SCHEMA.properties,
            ...properties.map(([name, each]) => named(1, name, schemaOf(each))),
          ),
        ]),
    ...extensions(schema, SCHEMA.extension),
  ]);
}

function texts(schema: Json): readonly Buffer[] {
  const fields = [
    ["$ref", SCHEMA.ref],
    ["format", SCHEMA.format],
    ["description", SCHEMA.description],
  ] as const;
  return fields.flatMap(([name, field]) => {
    const text = textAt(schema, name);
    return text === undefined ? [] : [proto.text(field, text)];
  });
}

function typeOf(schema: Json): readonly Buffer[] {
  const type = textAt(schema, "type");
  return type === undefined ? [] : [proto.message(SCHEMA.type, proto.text(1, type))];
}

function valueOf(schema: Json, key: string): Json | undefined {
  return isJsonObject(schema) && Object.hasOwn(schema, key) ? schema[key] : undefined;
}

/** Any value travels as YAML, which JSON is. */
function anyOf(value: Json): Buffer {
  return proto.text(ANY_YAML, `${JSON.stringify(value)}\n`);
}

function extensions(owner: Json, field: number): readonly Buffer[] {
  return Object.entries(isJsonObject(owner) ? owner : {})
    .filter(([name]) => name.startsWith("x-"))
    .map(([name, value]) => named(field, name, anyOf(value)));
}
