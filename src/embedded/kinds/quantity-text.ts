import { parseQuantity } from "../schema/parse-quantity.ts";

/** An amount as the server writes it, rounded up to whole units. Both in 10⁻⁹. */
export function quantityText(nanos: bigint, unit: bigint): string {
  const units = nanos > 0n ? (nanos + unit - 1n) / unit : nanos / unit;
  const parsed = parseQuantity(`${units * unit}n`);
  return parsed.kind === "parsed" ? parsed.text : "0";
}
