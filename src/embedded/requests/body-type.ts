import { loadKubernetesTypes } from "../schema/kubernetes-types.ts";
import type { Schema } from "../schema/schema.ts";

/** The type that a body is to be of: the resource's own, or that of a subresource. */
export interface BodyType {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly schema: Schema;
  readonly isCustom: boolean;
}

/** The type of a built-in kind that is sent but not stored, such as `Scale`. @throws {Error} when the table has none. */
export function bodyTypeOf(of: { group: string; version: string; kind: string }): BodyType {
  const schema = loadKubernetesTypes().ofKind(of);
  if (schema === undefined) throw new Error(`the table of types has no ${of.kind}`);
  return { ...of, schema, isCustom: false };
}
