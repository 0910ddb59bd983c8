import { groupBy } from "../graph/group-by.ts";
import { utf8Size } from "../object/utf8-size.ts";
import { countText } from "../wording/count-text.ts";
import type { DriftReport } from "./drift-report.ts";
import { markdownCode, markdownSection, markdownTable } from "./markdown.ts";
import { type ReportSection, reportSections } from "./report-sections.ts";
import { summarizeReport } from "./summarize-report.ts";

/** Rows of a table or list: of more, forges make slow pages. */
const ROWS_MAX = 200;
/**
 * Bytes of the text. GitHub shows no diff of a file over 500 KB, GitLab no file over 1 MB.
 * @see https://docs.github.com/en/repositories/creating-and-managing-repositories/repository-limits
 */
const BYTES_MAX = 400_000;

/**
 * The report for people. Equal input gives equal bytes, and never more than a forge shows: what has no place is counted.
 *
 * Whatever comes from the cluster stands in code spans (`markdownCode`).
 *
 * @param picture The graph as Mermaid text; empty for none.
 */
export function renderReportMarkdown(report: DriftReport, picture: string): string {
  const sections = reportSections(report);
  let rowsMax = ROWS_MAX;
  let text = renderParts(report, { sections, picture, rowsMax });
  while (utf8Size(text) > BYTES_MAX && rowsMax > 0) {
    rowsMax = Math.floor(rowsMax / 2);
    text = renderParts(report, { sections, picture, rowsMax });
  }
  return text;
}

function renderParts(
  report: DriftReport,
  shown: {
    readonly sections: readonly ReportSection[];
    readonly picture: string;
    readonly rowsMax: number;
  },
): string {
  const { picture, rowsMax, sections } = shown;
  const parts = [
    `# Drift of ${report.stack} on ${report.cluster}`,
    summaryOf(report),
    ...sections.flatMap((each) => markdownSection(each.title, linesOf(each, rowsMax))),
    ...markdownSection("Order", picture === "" ? [] : ["```mermaid", picture.trimEnd(), "```"]),
  ];
  return `${parts.join("\n\n")}\n`;
}

function linesOf(section: ReportSection, rowsMax: number): readonly string[] {
  return markdownTable(section, rowsMax, (more) => [
    ...(more > 0 ? [`The JSON file has ${countText(more, "more row")}.`] : []),
    ...(section.unlisted > 0 ? [`${section.unlisted} more are not listed.`] : []),
  ]);
}

function summaryOf(report: DriftReport): string {
  const counts = summarizeReport(report);
  const since = counts === "" ? "" : ` In this report: ${counts}${originText(report)}.`;
  const revision =
    report.revision === "" ? "no commit yet" : `commit ${markdownCode(report.revision)}`;
  // Two spaces end a line without ending the paragraph.
  return `${verdictOf(report)}${since}  \nLooked at ${revision}; ${countAll(report, "held")} held, ${countAll(report, "ignored")} ignored.`;
}

/** With those for which the report has no room. */
function countAll(report: DriftReport, list: "held" | "ignored"): number {
  return report[list].length + (report.omitted?.[list] ?? 0);
}

/** Rows that one look takes in: of more, the summary says who made them. */
const GLANCE_MAX = 10;
/** Names in the summary. */
const NAMES_MAX = 4;

/** How many objects, and who changed them, whoever changed most first. */
function originText({ entries }: DriftReport): string {
  if (entries.length <= GLANCE_MAX) return "";
  const objects = new Set(entries.map(({ id }) => id)).size;
  const ranked = [...groupBy(entries, ({ manager }) => manager)]
    .map(([manager, { length }]) => ({ manager, length }))
    .toSorted((a, b) => b.length - a.length || (a.manager < b.manager ? -1 : 1));
  const named = ranked
    .slice(0, NAMES_MAX)
    .map(({ manager, length }) => `${nameOf(manager)} (${length})`);
  const more = ranked.length - named.length;
  const rest = more > 0 ? [`${more} more`] : [];
  return `; on ${countText(objects, "object")}, by ${[...named, ...rest].join(", ")}`;
}

function nameOf(manager: string): string {
  return manager === "" ? "unknown" : markdownCode(manager);
}

/** What was reverted differs no more. A held object is not as Git says, whoever changed it. */
function verdictOf(report: DriftReport): string {
  const { drift, entries } = report;
  if (drift === "none") return "The cluster does not differ from Git.";
  if (entries.some(({ state }) => state === "open")) return "The cluster differs from Git.";
  return countAll(report, "held") === 0
    ? "The cluster is as Git says again."
    : "What others changed is as it was before.";
}
