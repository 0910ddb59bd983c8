import { canonicalText, type Json } from "../object/json.ts";
import { countText } from "../wording/count-text.ts";
import { explainPace } from "../wording/explain-fight.ts";
import type { DriftReport, HeldObject, ReportEntry } from "./drift-report.ts";
import { compareNewest, findDriftTime } from "./drift-time.ts";
import { isSetByAgent } from "./is-set-by-agent.ts";
import { readablePath } from "./readable-path.ts";
import type { DriftStatus, FightStatus, RestartStatus } from "./status-document.ts";
import { summarizeReport } from "./summarize-report.ts";
import { visibleText } from "./visible-text.ts";

/** Rows of a table: forges stop rendering long files. */
const ROWS_MAX = 200;
/** Characters of a value in a table; the JSON file has more of it. */
const VALUE_MAX = 160;

/**
 * The report for people. Equal input gives equal bytes.
 *
 * Whatever comes from the cluster stands in code spans, in which forges read neither Markdown, HTML, mentions nor
 * references; what could end the span or the table's cell is written as `\u0060` and `\u007c`.
 *
 * @param picture The graph as Mermaid text; empty for none.
 * @see https://github.github.com/gfm/#code-spans
 */
export function renderReportMarkdown(report: DriftReport, picture: string): string {
  const parts = [
    `# Drift of ${report.stack} on ${report.cluster}`,
    summaryOf(report),
    ...section("Differences", entriesTable(report)),
    ...section("Held objects", heldTable(report.held)),
    ...section("Skipped objects", skippedTable(report.skipped ?? [])),
    ...section(
      "Let through with an unknown version",
      (report.overrides ?? []).map(({ id, message }) => `- ${code(id)}: ${code(message)}`),
    ),
    ...section("Fights", report.fights.map(fightLine)),
    ...section("Restarts", (report.restarts ?? []).map(restartLine)),
    ...section("Differs, ignored", ignoredTable(report.ignored)),
    ...section("Order", picture === "" ? [] : ["```mermaid", picture.trimEnd(), "```"]),
  ];
  return `${parts.join("\n\n")}\n`;
}

function summaryOf(report: DriftReport): string {
  const counts = summarizeReport(report);
  const since = counts === "" ? "" : ` In this report: ${counts}.`;
  const revision = report.revision === "" ? "no commit yet" : `commit ${code(report.revision)}`;
  // Two spaces end a line without ending the paragraph.
  return `${verdictOf(report)}${since}  \nLooked at ${revision}; ${report.held.length} held, ${report.ignored.length} ignored.`;
}

/** What was reverted differs no more. A held object is not as Git says, whoever changed it. */
function verdictOf({ drift, entries, held }: DriftReport): string {
  if (drift === "none") return "The cluster does not differ from Git.";
  if (entries.some(({ state }) => state === "open")) return "The cluster differs from Git.";
  return held.length === 0
    ? "The cluster is as Git says again."
    : "What others changed is as it was before.";
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`## ${title}`, lines.join("\n")];
}

function entriesTable({ entries, dropped }: DriftReport): readonly string[] {
  // Equal ones stay in the report's order.
  const rows = entries
    .toSorted(compareNewest)
    .map((entry) => row([stateText(entry), ...driftCells(entry)]));
  const lost = dropped === 0 ? [] : ["", `${dropped} more came and went and are not listed.`];
  const lines = table(["State", ...DRIFT_COLUMNS], rows);
  return [...lines, ...lost];
}

function ignoredTable(ignored: readonly DriftStatus[]): readonly string[] {
  return table(
    DRIFT_COLUMNS,
    ignored.map((drift) => row(driftCells(drift))),
  );
}

const DRIFT_COLUMNS = ["Object", "Path", "Git", "Cluster", "Who", "When"];

function driftCells(drift: DriftStatus): readonly string[] {
  return [
    code(drift.id),
    drift.path === "" ? "the whole object" : code(readablePath(drift.path)),
    wantedText(drift),
    drift.class === "missing" ? "missing" : valueText(drift.live),
    whoText(drift),
    whenText(drift),
  ];
}

/** Of an object that is missing the value would be the whole manifest. */
function wantedText({ class: driftClass, path, desired }: DriftStatus): string {
  if (driftClass === "missing") return "present";
  return isSetByAgent(path) ? `${valueText(desired)} (set by Lockstep)` : valueText(desired);
}

/** The cluster records no time of a removal: the agent only knows when it saw it. */
function whenText(drift: DriftStatus): string {
  const when = findDriftTime(drift);
  if (when === undefined) return "unknown";
  return when.kind === "seen" ? `seen ${code(when.time)}` : code(when.time);
}

/** Managers name themselves, and a path holds other people's keys. */
function fightLine(fight: FightStatus): string {
  const { id, path, managers, count, first, last } = fight;
  const who = managers.length === 0 ? "somebody" : managers.map(code).join(", ");
  const what = path === "" ? "the whole object" : code(readablePath(path));
  const when = `first ${code(first)}, last ${code(last)}`;
  return `- ${code(id)}: ${who} took ${what} ${countText(count, "time")} (${when}); ${explainPace(fight)}`;
}

/** Workloads that one line names; the JSON file has all. */
const CONSUMERS_MAX = 10;

function restartLine({ at, consumers, source }: RestartStatus): string {
  const more = consumers.length - CONSUMERS_MAX;
  const rest = more > 0 ? ` and ${more} more` : "";
  const named = consumers.slice(0, CONSUMERS_MAX).map(code).join(", ");
  return `- ${code(at)}: ${code(source)} changed, restarted ${named}${rest}`;
}

function stateText({ state, action, class: driftClass, rollsPods }: ReportEntry): string {
  const done = action === state ? "" : ` (${code(action)})`;
  const rolled = rollsPods === true ? ", which rolled its pods" : "";
  return `${state}${done}${rolled}, ${code(driftClass)}`;
}

function whoText({ manager, operation, attribution, sharedWith = [] }: DriftStatus): string {
  if (manager === "") return "unknown";
  const shared = sharedWith.length === 0 ? "" : ` with ${sharedWith.map(code).join(", ")}`;
  return `${code(manager)} (${code([operation, attribution].filter((word) => word !== "").join(", "))})${shared}`;
}

function heldTable(held: readonly HeldObject[]): readonly string[] {
  const rows = held.flatMap(({ id, tier, blockers }) =>
    blockers.map((blocker) =>
      row([
        code(id),
        String(tier),
        code(blocker.to),
        code(blocker.gate),
        code(blocker.reason),
        code(blocker.want),
        haveText(blocker),
        code(blocker.since),
      ]),
    ),
  );
  return table(["Object", "Tier", "Waits for", "Gate", "Reason", "Wants", "Has", "Since"], rows);
}

/** Why nobody opens the gate stands beside what was seen. */
function haveText({ have, note }: HeldObject["blockers"][number]): string {
  return note === undefined ? code(have) : `${code(have)} ${code(note)}`;
}

function skippedTable(skipped: NonNullable<DriftReport["skipped"]>): readonly string[] {
  const rows = skipped.map(({ id, label, by, at, until }) =>
    row([
      code(id),
      code(label),
      by === "" ? "unknown" : code(by),
      at === "" ? "unknown" : code(at),
      until === "" ? "the label goes" : code(until),
    ]),
  );
  return table(["Object", "Label", "Set by", "When", "Until"], rows);
}

function table(columns: readonly string[], rows: readonly string[]): readonly string[] {
  if (rows.length === 0) return [];
  const more = rows.length - ROWS_MAX;
  const rest = more > 0 ? ["", `${more} more rows are in the JSON file.`] : [];
  return [row(columns), row(columns.map(() => "---")), ...rows.slice(0, ROWS_MAX), ...rest];
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

function valueText(value: Json): string {
  return value === null ? "not set" : code(canonicalText(value));
}

function code(text: string): string {
  const characters = Array.from(visibleText(text));
  const shown =
    characters.length > VALUE_MAX ? [...characters.slice(0, VALUE_MAX), "…"] : characters;
  const inner = shown.join("").replaceAll("`", "\\u0060").replaceAll("|", "\\u007c");
  return inner.trim() === "" ? "–" : `\`${inner}\``;
}
