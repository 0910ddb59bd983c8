import { visibleText } from "../core/report/visible-text.ts";

/**
 * Text that can neither move a cursor, colour a terminal, turn the reading direction nor hide something, on one line:
 * line breaks and tabs become a space, every other character of that sort is written out.
 */
export function printable(text: string): string {
  return visibleText(text.replaceAll(/[\t\n\v\f\r\u0085\u2028\u2029]+/g, " "));
}
