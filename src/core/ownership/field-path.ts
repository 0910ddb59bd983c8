import type { Json } from "../object/json.ts";

/**
 * One element of a FieldsV1 path (structured-merge-diff): a field, an item of a keyed list, an item of a set list, an index.
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#field-management
 */
export type PathElement =
  | { readonly kind: "field"; readonly name: string }
  | { readonly kind: "key"; readonly keys: ReadonlyMap<string, Json> }
  | { readonly kind: "value"; readonly value: Json }
  | { readonly kind: "index"; readonly index: number };

/** A path from the object's root. */
export type FieldPath = readonly PathElement[];
