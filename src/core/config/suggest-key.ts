/** The known key that a person most likely meant by an unknown one: at most a third of it is written otherwise. */
export function suggestKey(written: string, known: readonly string[]): string | undefined {
  if (written.length > 40) return undefined;
  const ranked = known
    .map((key) => ({ key, distance: editDistance(written.toLowerCase(), key.toLowerCase()) }))
    .toSorted((a, b) => a.distance - b.distance);
  const [best] = ranked;
  return best !== undefined && best.distance <= Math.max(1, best.key.length / 3)
    ? best.key
    : undefined;
}

/** Insertions, deletions, replacements and swaps of neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const isEqual = a[row - 1] === b[column - 1];
      const isSwapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      line[column] = Math.min(
        cell(rows, row - 1, column) + 1,
        (line[column - 1] ?? 0) + 1,
        cell(rows, row - 1, column - 1) + (isEqual ? 0 : 1),
        isSwapped ? cell(rows, row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    rows.push(line);
  }
  return cell(rows, a.length, b.length);
}

function cell(rows: readonly (readonly number[])[], row: number, column: number): number {
  return rows[row]?.[column] ?? 0;
}
