import type { Problem } from "../problem.ts";

/** Orders problems of one file by the line and column at the end of their places. */
export function comparePlaces(a: Problem, b: Problem): number {
  return offsetOf(a.where) - offsetOf(b.where);
}

function offsetOf(where: string): number {
  const [, line, column] = /:(\d+):(\d+)$/.exec(where) ?? [];
  // A line has at most as many columns as the file has characters: 2^20.
  return Number(line ?? 0) * 2 ** 21 + Number(column ?? 0);
}
