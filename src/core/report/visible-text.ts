/**
 * Other people's text with every character that hides or moves text (controls, bidirectional overrides, zero-width and
 * tag characters, line separators) written out as `\n`, `\u202e`, `\u{e0041}`.
 * @see https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing
 */
export function visibleText(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Co}\p{Cs}\u2028\u2029]/gu, writeOut);
}

function writeOut(character: string): string {
  if (character === "\n") return "\\n";
  if (character === "\t") return "\\t";
  const code = (character.codePointAt(0) ?? 0).toString(16);
  return code.length > 4 ? `\\u{${code}}` : `\\u${code.padStart(4, "0")}`;
}
