import type { FieldPath } from "./field-path.ts";

/** What a condition asks of an object. Made by `parseExpression` only, so its depth is bounded. */
export type Expression =
  | { readonly kind: "comparison"; readonly operator: Comparator; readonly sides: Sides }
  | { readonly kind: "exists"; readonly path: FieldPath }
  /** A value that is true or false by itself. */
  | { readonly kind: "value"; readonly operand: Operand }
  | { readonly kind: "not"; readonly inner: Expression }
  | { readonly kind: "and" | "or"; readonly parts: readonly Expression[] };

export type Comparator = "==" | "!=" | "<" | "<=" | ">" | ">=";

export type Operand =
  | { readonly kind: "path"; readonly path: FieldPath }
  | { readonly kind: "literal"; readonly value: string | number | boolean };

interface Sides {
  readonly left: Operand;
  readonly right: Operand;
}
