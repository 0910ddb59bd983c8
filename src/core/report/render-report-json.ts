import type { DriftReport } from "./drift-report.ts";

/**
 * The report for programs, as `drift-report.schema.json` describes it. Equal reports give equal bytes. Characters that
 * hide or move text are escaped, because people read this file too.
 */
export function renderReportJson(report: DriftReport): string {
  return `${spaciousText(report)}\n`;
}

/** An item of one of a report's lists as it stands there, with a few bytes more. */
export function renderReportItem(item: unknown): string {
  return spaciousText({ list: [item] });
}

function spaciousText(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2);
  return text.replaceAll(/[\p{Cf}\p{Co}\u007f-\u009f\u2028\u2029]/gu, escapeUnits);
}

function escapeUnits(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`,
  ).join("");
}
