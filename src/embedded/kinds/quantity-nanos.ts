const QUANTITY =
  /^(?<sign>[+-]?)(?<whole>\d*)\.?(?<fraction>\d*)(?<suffix>[KMGTPE]i|[numkMGTPE]|[eE](?<power>[+-]?\d+))?$/;

const DECIMAL_SUFFIXES = ["n", "u", "m", "", "k", "M", "G", "T", "P", "E"];

const BINARY_SUFFIXES = ["", "Ki", "Mi", "Gi", "Ti", "Pi", "Ei"];

/** Beyond it an amount says no more than "very much" or "next to nothing". */
const POWER_MAX = 100;

/** A decoded quantity such as `500m` or `2Gi` in units of 10⁻⁹, rounded away from zero, to compare and to add; 0 for another text. */
export function quantityNanos(text: string): bigint {
  const parts = QUANTITY.exec(text)?.groups;
  if (parts === undefined) return 0n;
  const { whole = "", fraction = "", suffix = "" } = parts;
  const digits = BigInt(`${whole}${fraction}` || "0");
  const binary = BINARY_SUFFIXES.indexOf(suffix);
  const size = binary > 0 ? digits * 1024n ** BigInt(binary) : digits;
  const nanos = scaled(size, exponentOf(suffix, parts["power"]) - fraction.length);
  return parts["sign"] === "-" ? -nanos : nanos;
}

/** Counted from 10⁻⁹. */
function exponentOf(suffix: string, power: string | undefined): number {
  if (power !== undefined) return 9 + clamp(Number(power));
  const index = DECIMAL_SUFFIXES.indexOf(suffix);
  return index === -1 ? 9 : 3 * index;
}

function clamp(power: number): number {
  return Math.max(-POWER_MAX, Math.min(POWER_MAX, power));
}

function scaled(size: bigint, exponent: number): bigint {
  if (exponent >= 0) return size * 10n ** BigInt(exponent);
  const divisor = 10n ** BigInt(-exponent);
  return (size + divisor - 1n) / divisor;
}
