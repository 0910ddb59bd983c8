import { nanosOf, readQuantity } from "../schema/read-quantity.ts";

/** A quantity such as `500m` or `2Gi` in units of 10⁻⁹, rounded away from zero, to compare and to add; 0 for another text. */
export function quantityNanos(text: string): bigint {
  const read = readQuantity(text);
  if (read.kind === "wrong") return 0n;
  const size = nanosOf(read.digits, read.suffix);
  return read.isNegative ? -size : size;
}
