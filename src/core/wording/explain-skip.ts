import { parseTime } from "../object/parse-time.ts";
import type { SkipStatus } from "../report/status-document.ts";

/** A skip in words: `nothing of it is written until 2030-01-31T18:00:00Z (label …, set by kubectl-label)`. What is no time ends nothing. */
export function explainSkip({
  label,
  by,
  until,
}: Pick<SkipStatus, "label" | "by" | "until">): string {
  const who = by === "" ? "" : `, set by ${by}`;
  const end = parseTime(until) === undefined ? "" : ` until ${until}`;
  return `nothing of it is written${end} (label ${label}${who})`;
}
