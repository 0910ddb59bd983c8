/** A quantity such as `500m` or `1Gi` in its final form, or why the text is none. */
export type ParsedQuantity =
  | {
      readonly kind: "parsed";
      /** As the server writes it back. */
      readonly text: string;
    }
  | { readonly kind: "wrong"; readonly message: string };

type Notation = "decimal" | "exponent" | "binary";

interface Suffix {
  readonly notation: Notation;
  /** Of ten or of two. */
  readonly exponent: number;
}

const FORMAT_FAULT =
  "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";
const SUFFIX_FAULT = "unable to parse quantity's suffix";

const PARTS = /^([+-]?)0*([0-9]*)(?:\.([0-9]*))?([eEinumkKMGTP]*[+-]?[0-9]*)$/;
const EXPONENT = /^[eE]([+-]?[0-9]+)$/;
/** Larger exponents and longer texts are refused: they would only make this process calculate for minutes. */
const EXPONENT_MAX = 1_000;
const LENGTH_MAX = 1_000;

const DECIMAL_SUFFIXES = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"];
const BINARY_SUFFIXES = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];
const NANO_EXPONENT = -9;
const NANOS = 10n ** 9n;
const BINARY_MAX = 2n ** 63n - 1n;
/** Digits up to which the server keeps the text of a number that is in its final form. */
const KEPT_DIGITS_MAX = 18;
const KEPT_BINARY_DIGITS_MAX = 15;

/**
 * Reads a quantity as the server does and gives the text that it stores.
 * @see https://kubernetes.io/docs/reference/kubernetes-api/common-definitions/quantity/
 */
export function parseQuantity(written: string): ParsedQuantity {
  const text = written.trim();
  const parts = text.length > LENGTH_MAX ? null : PARTS.exec(text);
  if (parts === null || text === "") return { kind: "wrong", message: FORMAT_FAULT };
  const [, sign = "", whole = "", fraction = "", suffixText = ""] = parts;
  const suffix = readSuffix(suffixText);
  if (suffix === undefined) return { kind: "wrong", message: SUFFIX_FAULT };
  const digits = { whole, fraction };
  return { kind: "parsed", text: isKept(digits, suffix) ? text : finalText(sign, digits, suffix) };
}

function finalText(sign: string, digits: Digits, suffix: Suffix): string {
  const amount = nanosOf(digits, suffix);
  return formatQuantity(sign === "-" ? -amount : amount, suffix.notation);
}

function readSuffix(text: string): Suffix | undefined {
  const decimal = DECIMAL_SUFFIXES.indexOf(text);
  if (decimal !== -1) return { notation: "decimal", exponent: NANO_EXPONENT + 3 * decimal };
  const binary = BINARY_SUFFIXES.indexOf(text);
  if (binary !== -1) return { notation: "binary", exponent: 10 * binary };
  const exponent = Number(EXPONENT.exec(text)?.[1] ?? Number.NaN);
  return Math.abs(exponent) <= EXPONENT_MAX ? { notation: "exponent", exponent } : undefined;
}

interface Digits {
  /** Without leading zeros, empty for 0. */
  readonly whole: string;
  readonly fraction: string;
}

/** Rounded up to nanos, so that a tiny amount is not nothing. */
function nanosOf({ whole, fraction }: Digits, suffix: Suffix): bigint {
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
