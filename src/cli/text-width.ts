/** An upper bound of the columns that printable text takes: what a terminal may show two columns wide counts as two. */
export function textWidth(text: string): number {
  return Array.from(text).reduce((sum, character) => sum + characterWidth(character), 0);
}

/** @see https://www.unicode.org/reports/tr11/ */
export function characterWidth(character: string): number {
  const isWide = (character.codePointAt(0) ?? 0) >= 0x11_00 && !/^[\u1e00-\u28ff]$/.test(character);
  return isWide || /\p{Emoji_Presentation}/u.test(character) ? 2 : 1;
}
