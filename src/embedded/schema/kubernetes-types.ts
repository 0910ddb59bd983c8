import { readFileSync } from "node:fs";
import {
  isJsonObject,
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
  textsAt,
} from "../../core/object/json.ts";
import { goScalarOf } from "./go-scalar.ts";
import { listTypeOf, makeSchema, plainTypeOf } from "./make-schema.ts";
import type { GoField, Schema } from "./schema.ts";

/** Which kind in which version. */
interface GroupVersionKind {
  /** Empty for the core group. */
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** The types of the built-in kinds. */
export interface KubernetesTypes {
  /** `undefined` for a kind that is not built in. */
  ofKind(of: GroupVersionKind): Schema | undefined;
  /** By the name in the OpenAPI document, such as `io.k8s.api.core.v1.PodSpec`. */
  named(typeName: string): Schema | undefined;
  /** All names, sorted; for the script that makes the table of field numbers. */
  readonly names: readonly string[];
}

/** The same place seen from `src/` and from `dist/`: the compiler does not copy JSON. */
const TABLE = new URL("../../../src/embedded/schema/kubernetes-types.json", import.meta.url);

const META = "io.k8s.apimachinery.pkg.apis.meta.v1";
const EXTENSIONS = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1";

/** Types with a JSON form of their own, which the OpenAPI document does not or hardly describe. */
const SPECIAL: ReadonlyMap<string, Partial<Schema> & Pick<Schema, "type">> = new Map([
  ["io.k8s.apimachinery.pkg.api.resource.Quantity", { type: "string", format: "quantity" }],
  ["io.k8s.apimachinery.pkg.util.intstr.IntOrString", { type: "int-or-string" }],
  ["io.k8s.apimachinery.pkg.runtime.RawExtension", { type: "any", isOpen: true }],
  [`${META}.Time`, { type: "string", format: "date-time" }],
  [`${META}.MicroTime`, { type: "string", format: "date-time-micro" }],
  [`${META}.FieldsV1`, { type: "any", isOpen: true }],
  [`${META}.Patch`, { type: "any", isOpen: true }],
  [`${EXTENSIONS}.JSON`, { type: "any", isOpen: true }],
  [`${EXTENSIONS}.JSONSchemaPropsOrArray`, { type: "any", isOpen: true }],
  [`${EXTENSIONS}.JSONSchemaPropsOrBool`, { type: "any", isOpen: true }],
  [`${EXTENSIONS}.JSONSchemaPropsOrStringArray`, { type: "any", isOpen: true }],
]);

let loaded: KubernetesTypes | undefined;

/** Reads the table that `npm run type-table` made, once for the process. */
export function loadKubernetesTypes(): KubernetesTypes {
  loaded ??= buildTypes(readTable());
  return loaded;
}

function readTable(): JsonObject {
  const table: unknown = JSON.parse(readFileSync(TABLE, "utf8"));
  return isJsonObject(table) ? table : {};
}

/** Types refer to each other in circles, so their maps of fields are made first and filled afterwards. */
function buildTypes(table: JsonObject): KubernetesTypes {
  const types = new Map<string, Schema>();
  const filled: { readonly properties: Map<string, Schema>; readonly row: Json }[] = [];
  const kinds = new Map<string, Schema>();
  for (const [typeName, row] of Object.entries(table)) {
    const properties = new Map<string, Schema>();
    const type = typeOf(row, { typeName, properties });
    types.set(typeName, type);
    filled.push({ properties, row });
    for (const kind of listAt(row, "kinds")) kinds.set(JSON.stringify(kind), type);
  }
  for (const { properties, row } of filled) {
    for (const [name, field] of Object.entries(objectAt(row, "fields") ?? {})) {
      properties.set(name, fieldOf(field, types));
    }
  }
  return {
    ofKind: ({ group, version, kind }) => kinds.get(JSON.stringify([group, version, kind])),
    named: (typeName) => types.get(typeName),
    names: [...types.keys()],
  };
}

function typeOf(row: Json, own: Pick<Schema, "typeName" | "properties">): Schema {
  const special = SPECIAL.get(own.typeName);
  const go: GoField = { type: goNameOf(own.typeName), zero: "shown" };
  if (special !== undefined) return makeSchema({ ...special, ...own, go });
  return makeSchema({
    type: "object",
    ...own,
    required: textsAt(row, "required"),
    isAtomic: textAt(row, "mapType") === "atomic",
    go,
  });
}

function fieldOf(field: Json, types: ReadonlyMap<string, Schema>): Schema {
  const shape = shapeOf(field, types);
  const strategy = textAt(field, "strategy");
  return {
    ...shape,
    listType: listTypeOf(textAt(field, "listType")),
    mapKeys: textsAt(field, "mapKeys"),
    isAtomic: shape.isAtomic || textAt(field, "mapType") === "atomic",
    patchStrategies: strategy === undefined ? [] : strategy.split(","),
    patchMergeKey: textAt(field, "mergeKey"),
    defaultValue: objectAt(field)?.["default"],
    go: { type: textAt(field, "goType") ?? goTypeOf(shape), zero: zeroOf(textAt(field, "zero")) },
    ...itemsOf(shape, textAt(field, "goType")),
  };
}

function shapeOf(field: Json, types: ReadonlyMap<string, Schema>): Schema {
  const ref = textAt(field, "ref");
  if (ref !== undefined) return types.get(ref) ?? makeSchema({ type: "any", typeName: ref });
  const items = objectAt(field, "items");
  const values = objectAt(field, "values");
  const shape = makeSchema({
    type: plainTypeOf(textAt(field, "type")),
    format: textAt(field, "format") ?? "",
    items: items === undefined ? undefined : shapeOf(items, types),
    values: values === undefined ? undefined : shapeOf(values, types),
  });
  return { ...shape, go: { type: goTypeOf(shape), zero: "shown" } };
}

/** A named type of items shows itself in the name of the list's type. */
function itemsOf(shape: Schema, goType: string | undefined): Partial<Schema> {
  if (goType === undefined) return {};
  if (shape.items?.go !== undefined && goType.startsWith("[]")) {
    return {
      items: { ...shape.items, go: { ...shape.items.go, type: goType.slice("[]".length) } },
    };
  }
  const prefix = "map[string]";
  if (shape.values?.go !== undefined && goType.startsWith(prefix)) {
    return {
      values: { ...shape.values, go: { ...shape.values.go, type: goType.slice(prefix.length) } },
    };
  }
  return {};
}

function goTypeOf(shape: Schema): string {
  if (shape.typeName !== "") return goNameOf(shape.typeName);
  if (shape.items !== undefined) return `[]${shape.items.go?.type ?? ""}`;
  if (shape.values !== undefined) return `map[string]${shape.values.go?.type ?? ""}`;
  return goScalarOf(shape);
}

function goNameOf(typeName: string): string {
  return typeName.split(".").slice(-2).join(".");
}

function zeroOf(zero: string | undefined): GoField["zero"] {
  return zero === "kept" || zero === "shown" || zero === "null" ? zero : "dropped";
}
