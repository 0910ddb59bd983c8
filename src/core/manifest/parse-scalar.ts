/** What a scalar without quotes means to kubectl. */
export type PlainScalar =
  | { readonly kind: "null" }
  | { readonly kind: "boolean"; readonly value: boolean }
  | { readonly kind: "integer"; readonly value: number }
  | { readonly kind: "float"; readonly value: number }
  | { readonly kind: "text"; readonly value: string }
  /** A value that JSON or a double cannot hold. */
  | { readonly kind: "refused"; readonly what: string; readonly expected: string };

const NULLS: ReadonlySet<string> = new Set(["", "~", "null", "Null", "NULL"]);
const TRUES: ReadonlySet<string> = new Set("y Y yes Yes YES on On ON true True TRUE".split(" "));
const FALSES: ReadonlySet<string> = new Set(
  "n N no No NO off Off OFF false False FALSE".split(" "),
);

const NOT_FINITE = /^(?:[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;
const INTEGER = /^([-+]?)(?:(0[xX][0-9a-fA-F]+|0[bB][01]+|0[oO][0-7]+)|0([0-7]+)|(0|[1-9][0-9]*))$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
/** 64-bit values are the widest that kubectl reads in another base than ten. */
const WIDEST = 2n ** 64n;
const EXACT = 2n ** 53n;

/**
 * Reads a scalar without quotes as kubectl does: YAML 1.1's words and octals, 1.2's `0o`, and no
 * sexagesimals or dates (they stay text). Measured against kubectl, not derived from a specification.
 *
 * @see https://yaml.org/type/bool.html for the words
 */
export function parseScalar(text: string): PlainScalar {
  if (NULLS.has(text)) return { kind: "null" };
  if (TRUES.has(text)) return { kind: "boolean", value: true };
  if (FALSES.has(text)) return { kind: "boolean", value: false };
  if (NOT_FINITE.test(text)) {
    return {
      kind: "refused",
      what: "infinity and not-a-number have no JSON form",
      expected: "a finite number, or quotes around the text",
    };
  }
  return /^[-+.0-9]/.test(text) ? numberOrText(text) : { kind: "text", value: text };
}

function numberOrText(text: string): PlainScalar {
  // kubectl drops every underscore of a number, but after a leading point only those between digits.
  const isStrict = text.startsWith(".") && /(?<![0-9])_|_(?![0-9])/.test(text);
  const bare = isStrict ? text : text.replaceAll("_", "");
  const integer = integerOf(bare);
  if (integer !== undefined) return integer;
  const float = FLOAT.test(bare) ? Number(bare) : Number.NaN;
  if (!Number.isFinite(float)) return { kind: "text", value: text };
  // Digits alone are an integer to a person, also where kubectl falls back to a float: `08`, 30 digits.
  return /^[-+]?[0-9]+$/.test(bare) ? exactInteger(BigInt(bare.replace("+", ""))) : numberOf(float);
}

function integerOf(bare: string): PlainScalar | undefined {
  const [, sign, prefixed, oldOctal, decimal] = INTEGER.exec(bare) ?? [];
  if (sign === undefined) return undefined;
  const digits = prefixed ?? decimal ?? `0o${oldOctal ?? "0"}`;
  const size = BigInt(digits.toLowerCase());
  if (prefixed !== undefined && size >= WIDEST) return undefined;
  return exactInteger(sign === "-" ? -size : size);
}

function exactInteger(value: bigint): PlainScalar {
  if (value <= EXACT && value >= -EXACT) return { kind: "integer", value: Number(value) };
  return {
    kind: "refused",
    what: "the integer is beyond 2^53 and would lose digits",
    expected: "a smaller integer, or quotes around it where the field takes text",
  };
}

function numberOf(float: number): PlainScalar {
  // Adding zero turns -0 into 0, which is what reaches the server.
  return { kind: "float", value: float + 0 };
}
