import type { DriftReport } from "./drift-report.ts";

/**
 * The report for programs, as `drift-report.schema.json` describes it. Equal reports give equal bytes. Characters that
 * hide or move text are escaped, because people read this file too.
 */
export function renderReportJson(report: DriftReport): string {
  const text = JSON.stringify(report, undefined, 2);
  return `${text.replaceAll(/[\p{Cf}\p{Co}\u007f-\u009f\u2028\u2029]/gu, escapeUnits)}\n`;
}

function escapeUnits(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, "0")}`,
  ).join("");
}
