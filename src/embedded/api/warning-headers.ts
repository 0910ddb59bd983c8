/** Characters of all warnings of one answer; longer ones are cut, as in the real server. */
const TOTAL_MAX = 4096;
const CUT_MAX = 256;

/** Values of `Warning` headers. @see https://www.rfc-editor.org/rfc/rfc7234#section-5.5 */
export function warningHeaders(warnings: readonly string[]): readonly string[] {
  const texts = [...new Set(warnings.map(headerText))];
  const total = texts.reduce((sum, text) => sum + text.length, 0);
  const shown = total > TOTAL_MAX ? texts.map((text) => text.slice(0, CUT_MAX)) : texts;
  let left = TOTAL_MAX;
  return shown.flatMap((text) => {
    left -= text.length;
    return left < 0 ? [] : [`299 - "${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`];
  });
}

/** A header holds bytes: UTF-8 written one character for each byte, without control characters. */
function headerText(text: string): string {
  // oxlint-disable-next-line no-control-regex -- exactly these are not allowed in a header
  const plain = text.replaceAll(/[\u0000-\u001f\u007f]/g, " ");
  return Buffer.from(plain, "utf8").toString("latin1");
}
