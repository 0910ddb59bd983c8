import { canonicalText, isJsonList, isJsonObject, type Json } from "../../src/core/object/json.ts";

/** Before a manager of a conflict, or before the next fault of a list. */
const NEXT_CAUSE =
  /(?=conflicts? with ")|(?<=\[|, )(?=[^\s,]+: (?:Invalid|Required|Unsupported|Forbidden|Duplicate|Too|Not) )/;

/** A `Status` whose causes stand in an order of their own: a real server walks managers and properties in none. */
export function sortCauses(body: Json): Json {
  if (!isJsonObject(body) || body["kind"] !== "Status") return body;
  const { message, details } = body;
  const causes = isJsonObject(details) ? details["causes"] : undefined;
  if (typeof message !== "string" || !isJsonObject(details) || !isJsonList(causes)) return body;
  const parts = message.split(NEXT_CAUSE).map((part) => part.replace(/(\n|, |\])$/, ""));
  return {
    ...body,
    message: parts.toSorted(compareTexts),
    details: { ...details, causes: causes.toSorted(compareTexts) },
  };
}

export function compareTexts(a: Json, b: Json): number {
  return canonicalText(a) < canonicalText(b) ? -1 : 1;
}
