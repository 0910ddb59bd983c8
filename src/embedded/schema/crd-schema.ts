import {
  isJsonObject,
  type Json,
  type JsonObject,
  objectAt,
  textAt,
  textsAt,
} from "../../core/object/json.ts";
import { loadKubernetesTypes } from "./kubernetes-types.ts";
import { listTypeOf, makeSchema, plainTypeOf } from "./make-schema.ts";
import type { Schema } from "./schema.ts";

const OBJECT_META = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";
const MARK = "x-kubernetes-";
const EXPRESSIONS = `${MARK}validations`;

/** Keywords that say nothing of values, or that `Schema` has a place for. */
const NO_RULES: ReadonlySet<string> = new Set(
  (
    "type format properties additionalProperties items required default nullable " +
    "description title example externalDocs"
  ).split(" "),
);

/** Values of a map that is declared with `additionalProperties: true`: any, but for objects, whose fields are all unknown. */
const ANY_VALUE = makeSchema({ type: "any" });

/**
 * The schema of whole objects of a custom kind.
 * @param openApi `spec.versions[].schema.openAPIV3Schema` of the CRD; the server has seen to it that it is structural.
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definitions/#specifying-a-structural-schema
 */
export function schemaOfCrd(openApi: JsonObject): Schema {
  const written = schemaOfValue(openApi);
  return { ...written, ...asObject(written), type: "object" };
}

/** The schema of a value as a CRD writes it. */
export function schemaOfValue(written: Json): Schema {
  const type = typeOf(written);
  const schema = makeSchema({
    type,
    format: textAt(written, "format") ?? "",
    properties: propertiesOf(written),
    required: textsAt(written, "required"),
    values: valuesOf(written),
    items: itemsOf(written),
    listType: listTypeOf(textAt(written, `${MARK}list-type`)),
    mapKeys: textsAt(written, `${MARK}list-map-keys`),
    isAtomic: textAt(written, `${MARK}map-type`) === "atomic",
    defaultValue: objectAt(written)?.["default"],
    isOpen: isSet(written, `${MARK}preserve-unknown-fields`),
    isEmbeddedObject: isSet(written, `${MARK}embedded-resource`),
    isNullable: isSet(written, "nullable"),
    rules: rulesOf(written),
  });
  return schema.isEmbeddedObject ? { ...schema, ...asObject(schema) } : schema;
}

/** What every whole object has besides its declared fields. */
function asObject(schema: Schema): Pick<Schema, "properties"> {
  const properties = new Map(schema.properties);
  const text = makeSchema({ type: "string" });
  properties.set("apiVersion", schema.properties.get("apiVersion") ?? text);
  properties.set("kind", schema.properties.get("kind") ?? text);
  properties.set("metadata", metadataOf(schema.properties.get("metadata")));
  return { properties };
}

/** A CRD may say more of `name` and `generateName`. */
function metadataOf(written: Schema | undefined): Schema {
  const known = loadKubernetesTypes().named(OBJECT_META) ?? makeSchema({ type: "object" });
  const properties = new Map(known.properties);
  for (const [name, { rules, format }] of written?.properties ?? []) {
    const field = properties.get(name);
    if (field !== undefined) properties.set(name, { ...field, rules, format });
  }
  return { ...known, properties, rules: written?.rules ?? {}, required: written?.required ?? [] };
}

function typeOf(written: Json): Schema["type"] {
  if (isSet(written, `${MARK}int-or-string`)) return "int-or-string";
  return plainTypeOf(textAt(written, "type"));
}

function propertiesOf(written: Json): ReadonlyMap<string, Schema> {
  const properties = Object.entries(objectAt(written, "properties") ?? {});
  return new Map(properties.map(([name, field]) => [name, schemaOfValue(field)]));
}

function valuesOf(written: Json): Schema | undefined {
  const values = objectAt(written)?.["additionalProperties"];
  if (isJsonObject(values)) return schemaOfValue(values);
  return values === true ? ANY_VALUE : undefined;
}

function itemsOf(written: Json): Schema | undefined {
  const items = objectAt(written, "items");
  return items === undefined ? undefined : schemaOfValue(items);
}

function rulesOf(written: Json): JsonObject {
  return Object.fromEntries(
    Object.entries(objectAt(written) ?? {}).filter(
      ([keyword]) =>
        keyword === EXPRESSIONS || !(NO_RULES.has(keyword) || keyword.startsWith(MARK)),
    ),
  );
}

function isSet(written: Json, keyword: string): boolean {
  return objectAt(written)?.[keyword] === true;
}
