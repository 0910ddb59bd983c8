import { isJsonList, isJsonObject, type Json, type JsonObject } from "../../core/object/json.ts";
import type { Place } from "./decode-fault.ts";
import type { DecodedObject } from "./decode-object.ts";
import { loadKubernetesTypes } from "./kubernetes-types.ts";
import type { Schema } from "./schema.ts";

interface Read {
  readonly value: Json | undefined;
  readonly wrong: ((place: Place | undefined) => string) | undefined;
}

type Decode = (object: JsonObject, schema: Schema) => DecodedObject;

const PROPS = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps";

/**
 * Reads the places of a CRD's schema that hold a schema or something else (`items`, `additionalProperties`, `dependencies`).
 * Unknown fields below them vanish unreported, as on the real server. Any other value is left as it is.
 */
export function decodeSchemaProps(value: Json, schema: Schema, decode: Decode): Read {
  switch (schema.typeName) {
    case `${PROPS}OrBool`:
      if (typeof value === "boolean") return { value, wrong: undefined };
      return isJsonObject(value)
        ? readProps(value, decode)
        : refuse("boolean or JSON schema expected");
    case `${PROPS}OrArray`:
      if (isJsonList(value)) return { value, wrong: undefined };
      return isJsonObject(value)
        ? readProps(value, decode)
        : { value: undefined, wrong: undefined };
    case `${PROPS}OrStringArray`:
      return isJsonObject(value) ? readProps(value, decode) : { value, wrong: undefined };
    default:
      return { value, wrong: undefined };
  }
}

function readProps(value: JsonObject, decode: Decode): Read {
  const type = loadKubernetesTypes().named(PROPS);
  if (type === undefined) return { value, wrong: undefined };
  const { object, wrong } = decode(value, type);
  if (wrong === undefined) return { value: object, wrong: undefined };
  // Go puts the outer place over the inner one.
  return {
    value: undefined,
    wrong: (place) =>
      place === undefined
        ? wrong
        : wrong.replace(
            /struct field [^ ]+ of type/,
            `struct field ${place.struct}.${place.goPath} of type`,
          ),
  };
}

function refuse(message: string): Read {
  return { value: undefined, wrong: () => message };
}
