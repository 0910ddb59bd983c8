/**
 * One JSON document for stdout. Invisible and control characters are escaped: they stay in the data and never reach a
 * terminal.
 */
export function renderJson(document: object): string {
  const text = JSON.stringify(document, null, 2).replaceAll(
    // Control characters below 0x20 are escaped already; the raw line breaks are the indentation's.
    /[\u007F-\u009F\p{Cf}\p{Co}\u2028\u2029]/gu,
    escapeCharacter,
  );
  return `${text}\n`;
}

function escapeCharacter(character: string): string {
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
