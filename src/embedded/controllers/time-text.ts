/** A time as the API writes it: RFC 3339 in UTC, in whole seconds. */
export function timeText(ms: number): string {
  return `${new Date(ms).toISOString().slice(0, 19)}Z`;
}

/** Epoch milliseconds of a time on the wire; `undefined` when there is none. */
export function timeOf(text: string | undefined): number | undefined {
  const ms = Date.parse(text ?? "");
  return Number.isNaN(ms) ? undefined : ms;
}
