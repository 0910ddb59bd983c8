import type { Json, JsonObject } from "../../core/object/json.ts";
import type { Schema } from "../schema/schema.ts";

/** Which OpenAPI: they differ in where types lie and in how a port is described. */
export type OpenApiVersion = "v2" | "v3";

const PREFIX = { v2: "#/definitions/", v3: "#/components/schemas/" } as const;

/**
 * Writes schemas of built-in kinds as OpenAPI and collects the named types they lead to, each once. The descriptions of the real document
 * are not ours to give.
 */
export class SchemaDocument {
  readonly #version: OpenApiVersion;
  readonly #types = new Map<string, JsonObject>();

  constructor(version: OpenApiVersion) {
    this.#version = version;
  }

  /** All types written so far, by name. */
  types(): JsonObject {
    return Object.fromEntries([...this.#types].toSorted(([a], [b]) => (a < b ? -1 : 1)));
  }

  type(name: string): JsonObject {
    return this.#types.get(name) ?? {};
  }

  /** Adds a type in the place of one that was or was not there. */
  define(name: string, body: JsonObject): void {
    this.#types.set(name, body);
  }

  /** A reference to a type, which is added with all that it leads to. */
  reference(schema: Schema): JsonObject {
    const { typeName } = schema;
    if (!this.#types.has(typeName)) {
      // Known before it is written: a type may lead to itself.
      this.#types.set(typeName, {});
      this.#types.set(typeName, this.#body(schema));
    }
    return { $ref: this.referenceTo(typeName)["$ref"] ?? "" };
  }

  referenceTo(typeName: string): JsonObject {
    return { $ref: `${PREFIX[this.#version]}${typeName}` };
  }

  /** A schema at a place: a reference when its type has a name, with what is particular about the place beside it. */
  #at(schema: Schema): JsonObject {
    if (schema.typeName === "") return this.#body(schema);
    const reference = this.reference(schema);
    const place = { ...defaultOf(schema), ...placeWords(schema) };
    if (Object.keys(place).length === 0) return reference;
    return this.#version === "v2" ? { ...reference, ...place } : { ...place, allOf: [reference] };
  }

  #body(schema: Schema): JsonObject {
    const properties = [...schema.properties].map(([name, each]): [string, Json] => [
      name,
      this.#at(each),
    ]);
    const body: JsonObject = {
      ...this.#typeWords(schema),
      ...(properties.length === 0 ? {} : { properties: objectOf(properties) }),
      ...(schema.required.length === 0 ? {} : { required: schema.required }),
      ...(schema.values === undefined ? {} : { additionalProperties: this.#at(schema.values) }),
      ...(schema.items === undefined ? {} : { items: this.#at(schema.items) }),
    };
    return {
      ...body,
      ...typeExtensions(schema),
      ...(schema.typeName === "" ? placeWords(schema) : {}),
    };
  }

  #typeWords({ type, format }: Schema): JsonObject {
    if (type === "any") return {};
    if (type === "int-or-string") return portWords(this.#version);
    if (format === "quantity") return quantityWords(this.#version);
    const told = format === "date-time-micro" ? "date-time" : format;
    return told === "" ? { type } : { type, format: told };
  }
}

function quantityWords(version: OpenApiVersion): JsonObject {
  return version === "v2"
    ? { type: "string" }
    : { oneOf: [{ type: "string" }, { type: "number" }] };
}

function objectOf(entries: readonly (readonly [string, Json])[]): JsonObject {
  return Object.fromEntries(entries);
}

function portWords(version: OpenApiVersion): JsonObject {
  return version === "v2"
    ? { type: "string", format: "int-or-string" }
    : { format: "int-or-string", oneOf: [{ type: "integer" }, { type: "string" }] };
}

function typeExtensions({ isAtomic }: Schema): JsonObject {
  return isAtomic ? { "x-kubernetes-map-type": "atomic" } : {};
}

function defaultOf({ defaultValue }: Schema): JsonObject {
  return defaultValue === undefined ? {} : { default: defaultValue };
}

/** How lists and maps at this place are merged. */
function placeWords(schema: Schema): JsonObject {
  const strategies = schema.patchStrategies.join(",");
  const key: Json | undefined = schema.patchMergeKey;
  return {
    ...(schema.type === "array" ? listWords(schema) : {}),
    ...(strategies === "" ? {} : { "x-kubernetes-patch-strategy": strategies }),
    ...(key === undefined ? {} : { "x-kubernetes-patch-merge-key": key }),
  };
}

function listWords({ listType, mapKeys }: Schema): JsonObject {
  const keys = mapKeys.length === 0 ? {} : { "x-kubernetes-list-map-keys": mapKeys };
  return { "x-kubernetes-list-type": listType, ...keys };
}
