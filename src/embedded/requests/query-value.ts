import { quotedText } from "../quoted-text.ts";
import { badRequest } from "../refusals.ts";

/** A query parameter of boolean type: only `0` and `false` mean no. */
export function isTrue(value: string | null): boolean {
  return value !== null && value !== "0" && value.toLowerCase() !== "false";
}

/** A 64-bit number of a query. @throws {StatusError} 400. */
export function wholeNumber(text: string): number {
  if (/^[-+]?[0-9]+$/.test(text)) return Number(text);
  throw badRequest(`strconv.ParseInt: parsing ${quotedText(text)}: invalid syntax`);
}
