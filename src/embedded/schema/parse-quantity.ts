import {
  BINARY_SUFFIXES,
  DECIMAL_SUFFIXES,
  type Digits,
  NANO_EXPONENT,
  NANOS,
  type Notation,
  nanosOf,
  readQuantity,
  type Suffix,
} from "./read-quantity.ts";

/** A quantity such as `500m` or `1Gi` in its final form, or why the text is none. */
export type ParsedQuantity =
  | {
      readonly kind: "parsed";
      /** As the server writes it back. */
      readonly text: string;
    }
  | { readonly kind: "wrong"; readonly message: string };

/** Digits up to which the server keeps the text of a number that is in its final form. */
const KEPT_DIGITS_MAX = 18;
const KEPT_BINARY_DIGITS_MAX = 15;

/**
 * Reads a quantity as the server does and gives the text that it stores.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
export function parseQuantity(written: string): ParsedQuantity {
  const read = readQuantity(written);
  if (read.kind === "wrong") return read;
  const { digits, suffix, isNegative } = read;
  if (isKept(digits, suffix)) return { kind: "parsed", text: written.trim() };
  const size = nanosOf(digits, suffix);
  return { kind: "parsed", text: formatQuantity(isNegative ? -size : size, suffix.notation) };
}

/** The server keeps a text that looks final to it, even where its own writing would differ (`+1`, `5.`). */
function isKept({ whole, fraction }: Digits, { notation, exponent }: Suffix): boolean {
  const length = whole.length + fraction.length;
  if (notation === "binary") {
    const digitsMax = KEPT_BINARY_DIGITS_MAX - Math.trunc((exponent * 3) / 10) - 1;
    return fraction === "" && length <= digitsMax && BigInt(whole) % 8n !== 0n;
  }
  const shifted = (whole === "" ? "0" : whole) + fraction;
  const scale = exponent - fraction.length;
  const isShort = length <= KEPT_DIGITS_MAX && scale >= NANO_EXPONENT;
  return isShort && scale % 3 === 0 && !shifted.endsWith("000") && !shifted.startsWith("0");
}

function formatQuantity(nanos: bigint, notation: Notation): string {
  if (nanos === 0n) return "0";
  const size = nanos < 0n ? -nanos : nanos;
  const isBinary = notation === "binary" && size >= 1024n * NANOS && size % NANOS === 0n;
  if (isBinary) return formatBinary(nanos / NANOS);
  return formatDecimal(nanos, notation === "exponent");
}

function formatBinary(amount: bigint): string {
  let rest = amount;
  let index = 0;
  while (rest % 1024n === 0n && index < BINARY_SUFFIXES.length - 1) {
    rest /= 1024n;
    index += 1;
  }
  return `${rest}${BINARY_SUFFIXES[index] ?? ""}`;
}

/** Powers of thousand. Beyond `E` the server has no suffix and writes none, which is a fault of its own. */
function formatDecimal(nanos: bigint, isExponent: boolean): string {
  let rest = nanos;
  let exponent = NANO_EXPONENT;
  while (rest % 1000n === 0n) {
    rest /= 1000n;
    exponent += 3;
  }
  if (!isExponent) return `${rest}${DECIMAL_SUFFIXES[(exponent - NANO_EXPONENT) / 3] ?? ""}`;
  return exponent === 0 ? `${rest}` : `${rest}e${exponent}`;
}
