/** RFC 3339 has four digits for the year: the last time that it can say. */
const LAST_MS = Date.parse("9999-12-31T23:59:59Z");

/** Epoch milliseconds as times stand in objects: RFC 3339 in whole seconds; later than it can say is its last time. */
export function timeText(atMs: number): string {
  return `${new Date(Math.min(atMs, LAST_MS)).toISOString().slice(0, 19)}Z`;
}

/** Epoch milliseconds of a time in an object; `undefined` when there is none. */
export function timeOf(text: string | undefined): number | undefined {
  const ms = Date.parse(text ?? "");
  return Number.isNaN(ms) ? undefined : ms;
}
