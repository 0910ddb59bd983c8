import { type JsonObject, listAt, objectAt, textAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { forbidden, invalid, notSupported, required } from "../make-fault.ts";

const SCALARS = ["string", "integer", "number", "boolean"];

const LIST = "x-kubernetes-list-type";

const KEYS = "x-kubernetes-list-map-keys";

const MAP = "x-kubernetes-map-type";

/**
 * How lists and maps of a CRD's schema are merged.
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy
 */
export function listTypeFaults(schema: JsonObject, at: string): readonly Fault[] {
  const type = textAt(schema, "type") ?? "";
  const listType = textAt(schema, LIST);
  const mapType = textAt(schema, MAP);
  return [
    ...(listType === undefined ? [] : listFaults(schema, at, listType)),
    ...(listAt(schema, KEYS).length > 0 && listType !== "map"
      ? [required(`${at}.${LIST}`, `must be map if ${KEYS} is non-empty`)]
      : []),
    ...(mapType !== undefined && type !== "object"
      ? [invalid(`${at}.type`, type, `must be object if ${MAP} is specified`)]
      : []),
    ...(mapType === undefined || mapType === "atomic" || mapType === "granular"
      ? []
      : [notSupported(`${at}.${MAP}`, mapType, ["atomic", "granular"])]),
  ];
}

function listFaults(schema: JsonObject, at: string, listType: string): readonly Fault[] {
  const type = textAt(schema, "type") ?? "";
  const wrongType =
    type === "array" ? [] : [invalid(`${at}.type`, type, `must be array if ${LIST} is specified`)];
  switch (listType) {
    case "atomic":
      return wrongType;
    case "set":
      return [...wrongType, ...setFaults(objectAt(schema, "items"), `${at}.items`)];
    case "map":
      return [...wrongType, ...mapFaults(schema, at)];
    default:
      return [...wrongType, notSupported(`${at}.${LIST}`, listType, ["atomic", "set", "map"])];
  }
}

/** Items of a set are compared as a whole. */
function setFaults(items: JsonObject | undefined, at: string): readonly Fault[] {
  if (items === undefined) return [];
  const type = textAt(items, "type") ?? "";
  const isLoose = type === "object" && textAt(items, MAP) !== "atomic";
  const isLooseList = type === "array" && textAt(items, LIST) !== "atomic";
  const text = `must be atomic as item of a list with ${LIST}=set`;
  return [
    ...(items["nullable"] === true
      ? [forbidden(`${at}.nullable`, `cannot be nullable when ${LIST} is set`)]
      : []),
    ...(isLoose ? [looseFault(`${at}.${MAP}`, items[MAP], text)] : []),
    ...(isLooseList ? [looseFault(`${at}.${LIST}`, items[LIST], text)] : []),
  ];
}

function looseFault(field: string, value: JsonObject[string] | undefined, detail: string): Fault {
  const fault: Fault = { kind: "invalid", field, detail };
  return value === undefined ? fault : { ...fault, value };
}

/** Items of a map are found by their keys, which each of them has. */
function mapFaults(schema: JsonObject, at: string): readonly Fault[] {
  const keys = listAt(schema, KEYS).map((each) => (typeof each === "string" ? each : ""));
  const items = objectAt(schema, "items");
  const type = textAt(items, "type") ?? "";
  const properties = objectAt(items, "properties") ?? {};
  const needed = listAt(items, "required");
  const isUnknown = keys.some((key) => objectAt(properties, key) === undefined);
  return [
    ...(keys.length === 0
      ? [required(`${at}.${KEYS}`, `must not be empty if ${LIST} is map`)]
      : []),
    ...(items !== undefined && type !== "object"
      ? [invalid(`${at}.items.type`, type, `must be object if parent array's ${LIST} is map`)]
      : []),
    ...(isUnknown && type === "object"
      ? [invalid(`${at}.${KEYS}`, keys, "entries must all be names of item properties")]
      : []),
    ...keys.flatMap((key) => {
      const property = objectAt(properties, key);
      if (property === undefined) return [];
      return keyFaults(property, `${at}.items.properties[${key}]`, {
        isRequired: needed.includes(key),
      });
    }),
  ];
}

function keyFaults(
  property: JsonObject,
  at: string,
  { isRequired }: { readonly isRequired: boolean },
): readonly Fault[] {
  const type = textAt(property, "type") ?? "";
  return [
    ...(isRequired || property["default"] !== undefined
      ? []
      : [
          required(
            `${at}.default`,
            `this property is in ${KEYS}, so it must have a default or be a required property`,
          ),
        ]),
    ...(SCALARS.includes(type)
      ? []
      : [invalid(`${at}.type`, type, `must be a scalar type if parent array's ${LIST} is map`)]),
  ];
}
