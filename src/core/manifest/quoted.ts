/** At most so many characters of a text of the user are repeated in a message. */
const SHOWN_MAX = 100;

/** A text of the user for a message: in quotes, control characters escaped, cut when long. */
export function quoted(text: string): string {
  const shown = text.length > SHOWN_MAX ? `${text.slice(0, SHOWN_MAX)}…` : text;
  return JSON.stringify(shown).replace(/[\p{Cc}\p{Cf}]/gu, escapeOf);
}

function escapeOf(character: string): string {
  return `\\u${(character.codePointAt(0) ?? 0).toString(16).padStart(4, "0")}`;
}
