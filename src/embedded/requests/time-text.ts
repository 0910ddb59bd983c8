/** Epoch milliseconds as times stand in objects: RFC 3339 in whole seconds. */
export function timeText(now: number): string {
  return `${new Date(now).toISOString().slice(0, 19)}Z`;
}
