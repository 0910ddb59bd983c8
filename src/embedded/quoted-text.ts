/** A text in quotes as Go's `%q` writes it. */
export function quotedText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are what is written otherwise than in JSON
  return JSON.stringify(text).replaceAll(/\\u00([01][0-9a-f])|\u007f/g, (match, hex?: string) =>
    hex === undefined ? "\\x7f" : (GO_ESCAPES.get(match) ?? `\\x${hex}`),
  );
}

const GO_ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\\u0007", "\\a"],
  ["\\u000b", "\\v"],
]);
