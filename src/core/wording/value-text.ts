import type { RedactedValue } from "../report/redact-value.ts";

/** Characters of a value that are shown. */
const LENGTH_MAX = 60;

/** A value in a sentence, as JSON and cut when it is long. */
export function valueText(value: RedactedValue): string {
  const text = JSON.stringify(value);
  const characters = Array.from(text);
  return characters.length <= LENGTH_MAX ? text : `${characters.slice(0, LENGTH_MAX).join("")}…`;
}
