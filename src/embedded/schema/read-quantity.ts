export type Notation = "decimal" | "exponent" | "binary";

export interface Suffix {
  readonly notation: Notation;
  /** Of ten or of two. */
  readonly exponent: number;
}

/** A quantity taken apart, or why the text is none. */
export type ReadQuantity =
  | {
      readonly kind: "read";
      readonly isNegative: boolean;
      readonly digits: Digits;
      readonly suffix: Suffix;
    }
  | { readonly kind: "wrong"; readonly message: string };

const FORMAT_FAULT =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const SUFFIX_FAULT = "unable to parse quantity's suffix";

const PARTS = /^([+-]?)0*([0-9]*)(?:\.([0-9]*))?([eEinumkKMGTP]*[+-]?[0-9]*)$/;
const EXPONENT = /^[eE]([+-]?[0-9]+)$/;
/** Larger exponents and longer texts are refused: they would only make this process calculate for minutes. */
const EXPONENT_MAX = 1_000;
const LENGTH_MAX = 1_000;

/** From nano on, by thousand. */
export const DECIMAL_SUFFIXES = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"];
export const BINARY_SUFFIXES = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
export const NANO_EXPONENT = -9;
export const NANOS = 10n ** 9n;
const BINARY_MAX = 2n ** 63n - 1n;
/** Takes a quantity such as `500m` or `1Gi` apart. */
export function readQuantity(written: string): ReadQuantity {
  const text = written.trim();
  const parts = text.length > LENGTH_MAX ? null : PARTS.exec(text);
  if (parts === null || text === "") return { kind: "wrong", message: FORMAT_FAULT };
  const [, sign = "", whole = "", fraction = "", suffixText = ""] = parts;
  const suffix = readSuffix(suffixText);
  if (suffix === undefined) return { kind: "wrong", message: SUFFIX_FAULT };
  return { kind: "read", isNegative: sign === "-", digits: { whole, fraction }, suffix };
}

function readSuffix(text: string): Suffix | undefined {
  const decimal = DECIMAL_SUFFIXES.indexOf(text);
  if (decimal !== -1) return { notation: "decimal", exponent: NANO_EXPONENT + 3 * decimal };
  const binary = BINARY_SUFFIXES.indexOf(text);
  if (binary !== -1) return { notation: "binary", exponent: 10 * binary };
  const exponent = Number(EXPONENT.exec(text)?.[1] ?? Number.NaN);
  return Math.abs(exponent) <= EXPONENT_MAX ? { notation: "exponent", exponent } : undefined;
}

export interface Digits {
  /** Without leading zeros, empty for 0. */
  readonly whole: string;
  readonly fraction: string;
}

/** The size in units of 10⁻⁹, without its sign. Rounded up, so that a tiny amount is not nothing. */
export function nanosOf({ whole, fraction }: Digits, suffix: Suffix): bigint {
  const value = BigInt(whole + fraction);
  if (suffix.notation === "binary") {
    const scaled = value * 2n ** BigInt(suffix.exponent) * NANOS;
    const nanos = dividedUp(scaled, 10n ** BigInt(fraction.length));
    const max = BINARY_MAX * NANOS;
    return nanos > max ? max : nanos;
  }
  const exponent = suffix.exponent - fraction.length - NANO_EXPONENT;
  return exponent >= 0
    ? value * 10n ** BigInt(exponent)
    : dividedUp(value, 10n ** BigInt(-exponent));
}

function dividedUp(value: bigint, by: bigint): bigint {
  return (value + by - 1n) / by;
}
