/** The middle value; of an even number the lower one of the two. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}

/** The smallest value that at least such a part of all does not exceed. */
export function percentile(values: readonly number[], part: number): number {
  const index = Math.max(Math.ceil(values.length * part) - 1, 0);
  return values.toSorted((a, b) => a - b)[index] ?? Number.NaN;
}
