const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const REPLACEMENT = 0xfffd;

/**
 * The base64 of a text's UTF-8 bytes. Half surrogate pairs become U+FFFD.
 *
 * @see https://www.rfc-editor.org/rfc/rfc4648#section-4
 */
export function base64Of(text: string): string {
  const bytes = Array.from(text, (character) => utf8Bytes(character.codePointAt(0) ?? 0)).flat();
  const groups: string[] = [];
  for (let start = 0; start < bytes.length; start += 3) {
    groups.push(groupOf(bytes.slice(start, start + 3)));
  }
  return groups.join("");
}

/** Four characters for up to three bytes. */
function groupOf([first = 0, second, third]: readonly number[]): string {
  const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
  return [
    ALPHABET.charAt(bits >> 18),
    ALPHABET.charAt((bits >> 12) & 63),
    second === undefined ? "=" : ALPHABET.charAt((bits >> 6) & 63),
    third === undefined ? "=" : ALPHABET.charAt(bits & 63),
  ].join("");
}

/** @see https://www.rfc-editor.org/rfc/rfc3629#section-3 */
function utf8Bytes(codePoint: number): readonly number[] {
  if (codePoint < 0x80) return [codePoint];
  if (codePoint < 0x800) return [0xc0 | (codePoint >> 6), tail(codePoint)];
  if (codePoint >= 0xd800 && codePoint <= 0xdfff) return utf8Bytes(REPLACEMENT);
  if (codePoint < 0x10000) {
    return [0xe0 | (codePoint >> 12), tail(codePoint >> 6), tail(codePoint)];
  }
  return [0xf0 | (codePoint >> 18), tail(codePoint >> 12), tail(codePoint >> 6), tail(codePoint)];
}

function tail(bits: number): number {
  return 0x80 | (bits & 63);
}
