/**
 * Orders text by Unicode code points, which is the order of its UTF-8 bytes and so the order of the API server.
 * JavaScript's own `<` compares UTF-16 units and puts U+FFFD after an emoji.
 */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  let at = 0;
  while (at < a.length && at < b.length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  // A difference in a trailing surrogate belongs to the code point that began one unit before.
  const start = at > 0 && isTrailing(a, at) && isTrailing(b, at) ? at - 1 : at;
  return (a.codePointAt(start) ?? -1) - (b.codePointAt(start) ?? -1);
}

function isTrailing(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
