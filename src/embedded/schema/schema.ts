import type { Json, JsonObject } from "../../core/object/json.ts";

/**
 * The type of a value as the API server knows it: from the OpenAPI document of the built-in kinds, or from a CRD. It says how
 * values are checked, defaulted, merged and owned. The graph may be cyclic (a CRD's schema describes schemas), so a walk
 * follows a value, never the schema alone.
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy
 */
export interface Schema {
  readonly type:
    | "object"
    | "array"
    | "string"
    | "integer"
    | "number"
    | "boolean"
    /** An integer or a string, such as a port. */
    | "int-or-string"
    /** Anything: `RawExtension`, `x-kubernetes-preserve-unknown-fields` without a type. */
    | "any";
  /** OpenAPI's `format` (`int32`, `date-time`, `byte`, `quantity` …), empty for none. */
  readonly format: string;
  /** Name in the OpenAPI document, such as `io.k8s.api.apps.v1.DeploymentSpec`; empty for a type in place. */
  readonly typeName: string;
  /** Declared fields of an object. */
  readonly properties: ReadonlyMap<string, Schema>;
  readonly required: readonly string[];
  /** Type of the values of a map with free keys; `undefined` where only `properties` may stand. */
  readonly values: Schema | undefined;
  /** Type of the items of a list. */
  readonly items: Schema | undefined;
  readonly listType: "atomic" | "set" | "map";
  /** Keys of the items of a list of type `map`. */
  readonly mapKeys: readonly string[];
  /** A map or struct that is owned as a whole (`x-kubernetes-map-type: atomic`). */
  readonly isAtomic: boolean;
  /** For strategic merge patches: `merge`, `replace`, `retainKeys`; empty for none. */
  readonly patchStrategies: readonly string[];
  readonly patchMergeKey: string | undefined;
  readonly defaultValue: Json | undefined;
  /** Unknown fields are kept (`x-kubernetes-preserve-unknown-fields`). */
  readonly isOpen: boolean;
  /** A whole object with apiVersion, kind and metadata (`x-kubernetes-embedded-resource`). */
  readonly isEmbeddedObject: boolean;
  readonly isNullable: boolean;
  /** Keywords of a CRD's schema that check values (`enum`, `minimum`, `pattern`, `oneOf` …) as they are written; empty for built-in kinds. */
  readonly rules: JsonObject;
  /** Of fields of built-in kinds only: they go through a Go struct on their way to the store. */
  readonly go?: GoField;
}

/** What becomes of a field in the server's Go structs. */
export interface GoField {
  /** Go's name of the type without the pointer, for error texts: `int32`, `[]v1.Container`. */
  readonly type: string;
  /**
   * What happens to a zero value (empty text, 0, false, empty list or map, nothing at all): `dropped`; `kept` when it was sent;
   * `shown` even when it was not; `null` as `kept`, but null stands for what was not sent.
   */
  readonly zero: "dropped" | "kept" | "shown" | "null";
}
