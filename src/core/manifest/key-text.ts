import type { PlainScalar } from "./parse-scalar.ts";

/** A scalar as the key of a JSON object, or `undefined` when it has no exact text. */
export function keyText(scalar: PlainScalar): string | undefined {
  switch (scalar.kind) {
    case "text":
      return scalar.value;
    case "boolean":
    case "integer":
      return String(scalar.value);
    case "float":
      // kubectl rewrites a float in single precision: only what it would leave alone is taken.
      return /^-?(?:0|[1-9]\d{0,2})\.\d{0,2}[1-9]$/.test(String(scalar.value))
        ? String(scalar.value)
        : undefined;
    case "null":
    case "refused":
      return undefined;
  }
}
