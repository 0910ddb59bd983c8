/** Lines that are compared with each other; beyond, what lies between the first and the last changed line is one piece. */
const PAIRS_MAX = 4_000_000;

/**
 * The difference of two texts in the unified form, without lines around it: they may be those of a Secret beside it. Empty when
 * they are equal.
 *
 * @see https://www.gnu.org/software/diffutils/manual/html_node/Detailed-Unified.html
 */
export function renderDiff(path: string, before: string, after: string): string {
  if (before === after) return "";
  const pieces = findPieces(before.split("\n"), after.split("\n"));
  const hunks = pieces.map(({ from, removed, to, added }) =>
    [
      `@@ -${rangeText(from, removed.length)} +${rangeText(to, added.length)} @@`,
      ...removed.map((line) => `-${line}`),
      ...added.map((line) => `+${line}`),
    ].join("\n"),
  );
  return [`--- a/${path}`, `+++ b/${path}`, ...hunks, ""].join("\n");
}

interface Piece {
  /** Lines before it, in the old and in the new text. */
  readonly from: number;
  readonly to: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

function rangeText(before: number, count: number): string {
  const line = count === 0 ? before : before + 1;
  return count === 1 ? String(line) : `${String(line)},${String(count)}`;
}

function findPieces(old: readonly string[], now: readonly string[]): readonly Piece[] {
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old.at(-1 - tail) === now.at(-1 - tail)) tail += 1;
  const whole: Piece = {
    from: head,
    to: head,
    removed: old.slice(head, old.length - tail),
    added: now.slice(head, now.length - tail),
  };
  return whole.removed.length * whole.added.length > PAIRS_MAX ? [whole] : splitPiece(whole);
}

/** By the longest common sequence of lines. */
function splitPiece({ from, to, removed, added }: Piece): readonly Piece[] {
  const lengths = commonLengths(removed, added);
  const pieces: Piece[] = [];
  let [i, j] = [0, 0];
  let [startOld, startNew] = [0, 0];
  function close(): void {
    if (i === startOld && j === startNew) return;
    pieces.push({
      from: from + startOld,
      to: to + startNew,
      removed: removed.slice(startOld, i),
      added: added.slice(startNew, j),
    });
  }
  while (i < removed.length || j < added.length) {
    if (i < removed.length && j < added.length && removed[i] === added[j]) {
      close();
      i += 1;
      j += 1;
      [startOld, startNew] = [i, j];
    } else if (j >= added.length || lengthAt(lengths, i + 1, j) >= lengthAt(lengths, i, j + 1)) {
      if (i < removed.length) i += 1;
      else j += 1;
    } else j += 1;
  }
  close();
  return pieces;
}

function commonLengths(
  old: readonly string[],
  now: readonly string[],
): readonly (readonly number[])[] {
  const rows: number[][] = [];
  let below: readonly number[] = now.map(() => 0).concat(0);
  for (const line of old.toReversed()) {
    const row = now.map(() => 0).concat(0);
    for (let j = now.length - 1; j >= 0; j -= 1) {
      row[j] = line === now[j] ? 1 + (below[j + 1] ?? 0) : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
    rows.push(row);
    below = row;
  }
  return rows.toReversed();
}

function lengthAt(lengths: readonly (readonly number[])[], i: number, j: number): number {
  return lengths[i]?.[j] ?? 0;
}
