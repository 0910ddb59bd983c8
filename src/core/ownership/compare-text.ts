/**
 * Orders text by Unicode code points, which is the order of its UTF-8 bytes and so the order of the API server.
 * JavaScript's own `<` compares UTF-16 units and puts U+FFFD after an emoji.
 */
export function compareText(a: string, b: string): number {
  let at = 0;
  while (at < a.length && at < b.length && a.charCodeAt(at) === b.charCodeAt(at)) at += 1;
  // Behind an equal first half of a surrogate pair the second halves order as the code points do.
  return (a.codePointAt(at) ?? -1) - (b.codePointAt(at) ?? -1);
}
