const FACTORS: ReadonlyMap<string, number> = new Map([
  ["", 1],
  ["m", 1e-3],
  ["k", 1e3],
  ["M", 1e6],
  ["G", 1e9],
  ["T", 1e12],
  ["P", 1e15],
  ["Ki", 2 ** 10],
  ["Mi", 2 ** 20],
  ["Gi", 2 ** 30],
  ["Ti", 2 ** 40],
  ["Pi", 2 ** 50],
]);

/** A quantity such as `10Gi` as a number, rounded as numbers are; 0 when there is none. */
export function quantityOf(text: string | undefined): number {
  const found = /^([0-9.]+(?:[eE][+-]?\d+)?)([A-Za-z]*)$/.exec(text ?? "");
  return Number(found?.[1] ?? 0) * (FACTORS.get(found?.[2] ?? "") ?? 1);
}
