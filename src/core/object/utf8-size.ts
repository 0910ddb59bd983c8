/** How many bytes a text takes in UTF-8: what files, API servers and repositories count. */
export function utf8Size(text: string): number {
  let bytes = 0;
  for (const character of text) bytes += sizeOf(character.codePointAt(0) ?? 0);
  return bytes;
}

function sizeOf(codePoint: number): number {
  if (codePoint < 0x80) return 1;
  if (codePoint < 0x800) return 2;
  return codePoint < 0x10000 ? 3 : 4;
}
