/** How many bytes a text takes in UTF-8: what files, API servers and repositories count. */
export function utf8Size(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index += 1) {
    // Nearly all are plain.
    if (text.charCodeAt(index) < 0x80) continue;
    const codePoint = text.codePointAt(index) ?? 0;
    bytes += codePoint < 0x800 ? 1 : 2;
    // A pair of units is one character of four bytes.
    if (codePoint >= 0x10000) index += 1;
  }
  return bytes;
}
