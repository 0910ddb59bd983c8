import type { JsonObject } from "../../core/object/json.ts";
import { decodeCustom } from "./decode-custom.ts";
import { decodeTyped } from "./decode-typed.ts";
import type { Schema } from "./schema.ts";

/** What the server reads in a body. */
export interface DecodedObject {
  /** Without unknown fields; of built-in kinds with the zero values that Go's structs show and without those they drop. */
  readonly object: JsonObject;
  /** Paths such as `spec.containers[0].imagee`, in the order in which the server reports them, 100 at most. */
  readonly unknownFields: readonly string[];
  /** The first type error in the words of the server's decoder; `object` is of no use then. */
  readonly wrong: string | undefined;
  /** The first one in the words that the server has for the result of a strategic merge patch; built-in kinds only. */
  readonly wrongInPatch: string | undefined;
}

/** Reads a whole object as the server's decoder does, before any default. Idempotent. */
export function decodeObject(object: JsonObject, schema: Schema): DecodedObject {
  return schema.go === undefined ? decodeCustom(object, schema) : decodeTyped(object, schema);
}
