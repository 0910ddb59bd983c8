import {
  isJsonList,
  isJsonObject,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
} from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { forbidden, invalid, notSupported, required } from "../make-fault.ts";
import { checkValue } from "../schema/check-value.ts";
import { compilePattern } from "../schema/compile-pattern.ts";
import { schemaOfValue } from "../schema/crd-schema.ts";
import { decodeCustom } from "../schema/decode-custom.ts";
import { listTypeFaults } from "./check-list-type.ts";

const TYPES = ["array", "boolean", "integer", "number", "object", "string"];

/** Keywords of JSON Schema that a CRD cannot have. */
const UNSUPPORTED = [
  "$ref",
  "$schema",
  "id",
  "definitions",
  "dependencies",
  "patternProperties",
  "additionalItems",
  "externalDocs",
  "example",
];

/** Keywords that say what a value is, and so stand outside of `allOf` and its like, with how the server says it. */
const OUTSIDE: readonly (readonly [string, string])[] = [
  ["additionalProperties", "must be undefined to be structural"],
  ["type", "must be empty to be structural"],
  ["default", "must be undefined to be structural"],
  ["description", "must be empty to be structural"],
  ["nullable", "must be false to be structural"],
  ["title", "must be empty to be structural"],
  ["x-kubernetes-preserve-unknown-fields", "must be undefined to be structural"],
  ["x-kubernetes-embedded-resource", "must be false to be structural"],
  ["x-kubernetes-int-or-string", "must be false to be structural"],
  ["x-kubernetes-list-map-keys", "must be empty to be structural"],
  ["x-kubernetes-list-type", "must be undefined to be structural"],
  ["x-kubernetes-map-type", "must be undefined to be structural"],
];

/** What a schema stands for in its parent, as the server names it when the type is missing. */
type Role = "at the root" | "for specified object fields" | "for specified array items";

/**
 * What keeps a schema from being structural, and what else a CRD's schema cannot have.
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema
 */
export function definitionSchemaFaults(schema: JsonObject, at: string): readonly Fault[] {
  return [...schemaFaults(schema, at, "at the root"), ...rootFaults(schema, at)];
}

function schemaFaults(schema: JsonObject, at: string, role: Role): readonly Fault[] {
  return [
    ...unsupportedFaults(schema, at),
    ...typeFaults(schema, at, role),
    ...listTypeFaults(schema, at),
    ...extensionFaults(schema, at),
    ...patternFaults(schema, `${at}.pattern`),
    ...defaultFaults(schema, `${at}.default`),
    ...innerFaults(schema, at),
    ...junctorsFaults(schema, at),
    ...ruleFaults(schema, `${at}.x-kubernetes-validations`),
  ];
}

function rootFaults(schema: JsonObject, at: string): readonly Fault[] {
  const type = textAt(schema, "type") ?? "";
  const properties = objectAt(schema, "properties") ?? {};
  return [
    ...(TYPES.includes(type) && type !== "object"
      ? [invalid(`${at}.type`, type, "must be object at the root")]
      : []),
    ...(schema["nullable"] === true
      ? [forbidden(`${at}.nullable`, "nullable cannot be true at the root")]
      : []),
    ...(schema["additionalProperties"] === undefined
      ? []
      : [forbidden(`${at}.additionalProperties`, "must not be used at the root")]),
    ...["apiVersion", "kind"].flatMap((field) =>
      ownTypeFaults(properties, `${at}.properties`, { field, type: "string" }),
    ),
    ...ownTypeFaults(properties, `${at}.properties`, { field: "metadata", type: "object" }),
    ...metadataFaults(objectAt(properties, "metadata"), `${at}.properties[metadata]`),
  ];
}

/** Fields that every object has, have their own types. */
function ownTypeFaults(
  properties: JsonObject,
  at: string,
  { field, type }: { readonly field: string; readonly type: string },
): readonly Fault[] {
  const given = textAt(properties, field, "type") ?? type;
  return given === type ? [] : [invalid(`${at}[${field}].type`, given, `must be ${type}`)];
}

function metadataFaults(metadata: JsonObject | undefined, at: string): readonly Fault[] {
  if (metadata === undefined) return [];
  const { type: _type, description: _description, properties, ...others } = metadata;
  const names = Object.keys(isJsonObject(properties) ? properties : {});
  const isPlain =
    Object.keys(others).length === 0 &&
    names.every((each) => each === "name" || each === "generateName");
  const text =
    "must not specify anything other than name and generateName, but metadata is implicitly specified";
  return isPlain || textAt(metadata, "type") !== "object" ? [] : [forbidden(at, text)];
}

function unsupportedFaults(schema: JsonObject, at: string): readonly Fault[] {
  return [
    ...UNSUPPORTED.filter((each) => schema[each] !== undefined).map((each) =>
      forbidden(`${at}.${each}`, `${each} is not supported`),
    ),
    ...(schema["uniqueItems"] === true
      ? [
          forbidden(
            `${at}.uniqueItems`,
            "uniqueItems cannot be set to true since the runtime complexity becomes quadratic",
          ),
        ]
      : []),
    ...(isJsonObject(schema["properties"]) && schema["additionalProperties"] !== undefined
      ? [
          forbidden(
            `${at}.additionalProperties`,
            "additionalProperties and properties are mutual exclusive",
          ),
        ]
      : []),
    ...(isJsonList(schema["items"])
      ? [forbidden(`${at}.items`, "items must be a schema object and not an array")]
      : []),
  ];
}

function typeFaults(schema: JsonObject, at: string, role: Role): readonly Fault[] {
  const type = textAt(schema, "type") ?? "";
  const isFree =
    schema["x-kubernetes-int-or-string"] === true ||
    schema["x-kubernetes-preserve-unknown-fields"] !== undefined ||
    schema["$ref"] !== undefined;
  if (type === "") {
    return isFree && role !== "at the root"
      ? []
      : [required(`${at}.type`, `must not be empty ${role}`)];
  }
  if (!TYPES.includes(type)) return [notSupported(`${at}.type`, type, TYPES)];
  return type === "array" && schema["items"] === undefined
    ? [required(`${at}.items`, "must be specified")]
    : [];
}

function extensionFaults(schema: JsonObject, at: string): readonly Fault[] {
  const type = textAt(schema, "type") ?? "";
  const preserved = schema["x-kubernetes-preserve-unknown-fields"];
  const isEmbedded = schema["x-kubernetes-embedded-resource"] === true;
  const isClosed = preserved !== true && objectAt(schema, "properties") === undefined;
  return [
    ...(preserved === false
      ? [invalid(`${at}.x-kubernetes-preserve-unknown-fields`, false, "must be true or undefined")]
      : []),
    ...(isEmbedded && type !== "object"
      ? [invalid(`${at}.type`, type, "must be object if x-kubernetes-embedded-resource is true")]
      : []),
    ...(isEmbedded && isClosed
      ? [
          required(
            `${at}.properties`,
            "must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields",
          ),
        ]
      : []),
  ];
}

/** Parentheses that nobody closes are bad in any language; what else Go knows and JavaScript does not is let through. */
function patternFaults(schema: JsonObject, at: string): readonly Fault[] {
  const pattern = textAt(schema, "pattern") ?? "";
  const isOpen =
    compilePattern(pattern) === undefined && compilePattern(`${pattern})`) !== undefined;
  const text = `must be a valid regular expression, but isn't: error parsing regexp: missing closing ): \`${pattern}\``;
  return isOpen ? [invalid(at, pattern, text)] : [];
}

/** A default must fit its own schema, and nothing of it may be pruned. */
function defaultFaults(schema: JsonObject, at: string): readonly Fault[] {
  const value = schema["default"];
  if (value === undefined || !TYPES.includes(textAt(schema, "type") ?? "")) return [];
  const type = schemaOfValue(schema);
  if (isJsonObject(value) && decodeCustom(value, type).unknownFields.length > 0) {
    return [invalid(at, value, "must not have unknown fields")];
  }
  return checkValue(value, type, "").faults.map((fault) => ({
    ...fault,
    field: fault.field === "" || fault.field === "<nil>" ? at : `${at}.${fault.field}`,
  }));
}

function innerFaults(schema: JsonObject, at: string): readonly Fault[] {
  const items = objectAt(schema, "items");
  const values = objectAt(schema, "additionalProperties");
  return [
    ...(values === undefined
      ? []
      : schemaFaults(values, `${at}.additionalProperties`, "for specified object fields")),
    ...Object.entries(objectAt(schema, "properties") ?? {}).flatMap(([name, property]) =>
      isJsonObject(property)
        ? schemaFaults(property, `${at}.properties[${name}]`, "for specified object fields")
        : [],
    ),
    ...(items === undefined ? [] : schemaFaults(items, `${at}.items`, "for specified array items")),
  ];
}

/** `allOf` and its like say more about values, not what they are. */
function junctorsFaults(schema: JsonObject, at: string): readonly Fault[] {
  const isIntOrText = schema["x-kubernetes-int-or-string"] === true;
  const not = objectAt(schema, "not");
  return [
    ...["allOf", "anyOf", "oneOf"].flatMap((junctor) =>
      listAt(schema, junctor).flatMap((each, index) =>
        isJsonObject(each) && !(isIntOrText && junctor !== "oneOf")
          ? junctorFaults(each, `${at}.${junctor}[${index}]`)
          : [],
      ),
    ),
    ...(not === undefined ? [] : junctorFaults(not, `${at}.not`)),
  ];
}

function junctorFaults(schema: JsonObject, at: string): readonly Fault[] {
  const items = objectAt(schema, "items");
  return [
    ...OUTSIDE.filter(([keyword]) => schema[keyword] !== undefined).map(([keyword, text]) =>
      forbidden(`${at}.${keyword}`, text),
    ),
    ...Object.entries(objectAt(schema, "properties") ?? {}).flatMap(([name, property]) =>
      isJsonObject(property) ? junctorFaults(property, `${at}.properties[${name}]`) : [],
    ),
    ...(items === undefined ? [] : junctorFaults(items, `${at}.items`)),
    ...junctorsFaults(schema, at),
  ];
}

/** Rules in CEL are kept and not evaluated; only their presence is looked at. */
function ruleFaults(schema: JsonObject, at: string): readonly Fault[] {
  return listAt(schema, "x-kubernetes-validations").flatMap((each, index) =>
    (textAt(each, "rule") ?? "").trim() === ""
      ? [required(`${at}[${index}].rule`, "rule is not specified")]
      : [],
  );
}
