/** A moment for people, in whole seconds: `2026-01-31 12:00:00 UTC`. */
export function utcText(atMs: number): string {
  return new Date(atMs)
    .toISOString()
    .replace("T", " ")
    .replace(/\.\d+Z$/, " UTC");
}
