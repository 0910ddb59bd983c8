import { groupBy } from "../graph/group-by.ts";
import { countText } from "../wording/count-text.ts";
import { explainPace } from "../wording/explain-fight.ts";
import { explainUnadopted } from "../wording/explain-unadopted.ts";
import type { DriftReport, HeldObject, ReportEntry } from "./drift-report.ts";
import { compareNewest, findDriftTime } from "./drift-time.ts";
import { isSetByAgent } from "./is-set-by-agent.ts";
import {
  codeOfValue,
  markdownCode,
  markdownRow,
  markdownSection,
  markdownTable,
} from "./markdown.ts";
import { readablePath } from "./readable-path.ts";
import type { DriftStatus, FightStatus, RestartStatus } from "./status-document.ts";
import { summarizeReport } from "./summarize-report.ts";

/**
 * The report for people. Equal input gives equal bytes.
 *
 * Whatever comes from the cluster stands in code spans (`markdownCode`).
 *
 * @param picture The graph as Mermaid text; empty for none.
 */
export function renderReportMarkdown(report: DriftReport, picture: string): string {
  const parts = [
    `# Drift of ${report.stack} on ${report.cluster}`,
    summaryOf(report),
    ...markdownSection("Differences", entriesTable(report)),
    ...markdownSection("No edit can be offered", unadoptableTable(report)),
    ...markdownSection("Held objects", heldTable(report.held)),
    ...markdownSection("Skipped objects", skippedTable(report.skipped ?? [])),
    ...markdownSection(
      "Let through with an unknown version",
      (report.overrides ?? []).map(
        ({ id, message }) => `- ${markdownCode(id)}: ${markdownCode(message)}`,
      ),
    ),
    ...markdownSection("Fights", report.fights.map(fightLine)),
    ...markdownSection("Orphans", orphansTable(report.orphans ?? [])),
    ...markdownSection("Restarts", (report.restarts ?? []).map(restartLine)),
    ...markdownSection("Differs, ignored", ignoredTable(report.ignored)),
    ...markdownSection("Order", picture === "" ? [] : ["```mermaid", picture.trimEnd(), "```"]),
  ];
  return `${parts.join("\n\n")}\n`;
}

function summaryOf(report: DriftReport): string {
  const counts = summarizeReport(report);
  const since = counts === "" ? "" : ` In this report: ${counts}${originText(report)}.`;
  const revision =
    report.revision === "" ? "no commit yet" : `commit ${markdownCode(report.revision)}`;
  // Two spaces end a line without ending the paragraph.
  return `${verdictOf(report)}${since}  \nLooked at ${revision}; ${report.held.length} held, ${report.ignored.length} ignored.`;
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
function verdictOf({ drift, entries, held }: DriftReport): string {
  if (drift === "none") return "The cluster does not differ from Git.";
  if (entries.some(({ state }) => state === "open")) return "The cluster differs from Git.";
  return held.length === 0
    ? "The cluster is as Git says again."
    : "What others changed is as it was before.";
}

/** What still differs first: only that is left to do. */
function entriesTable({ entries, dropped }: DriftReport): readonly string[] {
  // Equal ones stay in the report's order.
  const sorted = entries.toSorted(compareRank);
  const rows = sorted.map((entry) => markdownRow([stateText(entry), ...driftCells(entry)]));
  const lost = dropped === 0 ? [] : ["", `${dropped} more came and went and are not listed.`];
  const lines = markdownTable(["State", ...DRIFT_COLUMNS], rows);
  return [...lines, ...lost];
}

/** What a person has to answer without an edit of ours; what went without us needs no answer. */
function unadoptableTable({ entries }: DriftReport): readonly string[] {
  const rows = entries
    .filter(({ state }) => state !== "gone")
    .toSorted(compareRank)
    .flatMap(({ unadoptable, ...drift }) =>
      unadoptable === undefined
        ? []
        : [
            markdownRow([
              placeText(drift),
              `${explainUnadopted(unadoptable.reason)} (${markdownCode(unadoptable.where)})`,
            ]),
          ],
    );
  return markdownTable(["Difference", "Why not"], rows);
}

function compareRank(a: ReportEntry, b: ReportEntry): number {
  return rankOf(a) - rankOf(b) || compareNewest(a, b);
}

function rankOf({ state }: ReportEntry): number {
  return state === "open" ? 0 : 1;
}

function ignoredTable(ignored: readonly DriftStatus[]): readonly string[] {
  return markdownTable(
    DRIFT_COLUMNS,
    ignored.map((drift) => markdownRow(driftCells(drift))),
  );
}

/** Few columns: a cell breaks its lines, and a table with many is wider than the page of a forge. */
const DRIFT_COLUMNS = ["Difference: Git → cluster", "Who, when"];

function driftCells(drift: DriftStatus): readonly string[] {
  const live = drift.class === "missing" ? "missing" : codeOfValue(drift.live);
  return [
    `${placeText(drift)}: ${wantedText(drift)} → ${live}`,
    `${whoText(drift)}, ${whenText(drift)}`,
  ];
}

function placeText({ id, path }: Pick<DriftStatus, "id" | "path">): string {
  const place = path === "" ? "the whole object" : markdownCode(readablePath(path));
  return `${markdownCode(id)} ${place}`;
}

/** Of an object that is missing the value would be the whole manifest. */
function wantedText({ class: driftClass, path, desired }: DriftStatus): string {
  if (driftClass === "missing") return "present";
  return isSetByAgent(path) ? `${codeOfValue(desired)} (set by Lockstep)` : codeOfValue(desired);
}

/** The cluster records no time of a removal: the agent only knows when it saw it. */
function whenText(drift: DriftStatus): string {
  const when = findDriftTime(drift);
  if (when === undefined) return "nobody knows when";
  return when.kind === "seen" ? `seen ${markdownCode(when.time)}` : markdownCode(when.time);
}

/** Managers name themselves, and a path holds other people's keys. */
function fightLine(fight: FightStatus): string {
  const { id, path, managers, count, first, last } = fight;
  const who = managers.length === 0 ? "somebody" : managers.map(markdownCode).join(", ");
  const what = path === "" ? "the whole object" : markdownCode(readablePath(path));
  const when = `first ${markdownCode(first)}, last ${markdownCode(last)}`;
  return `- ${markdownCode(id)}: ${who} took ${what} ${countText(count, "time")} (${when}); ${explainPace(fight)}`;
}

function orphansTable(orphans: NonNullable<DriftReport["orphans"]>): readonly string[] {
  const rows = orphans.map(({ id, action, reason }) =>
    markdownRow([markdownCode(id), markdownCode(action), markdownCode(reason)]),
  );
  return markdownTable(["Object", "What becomes of it", "Why"], rows);
}

/** Workloads that one line names; the JSON file has all. */
const CONSUMERS_MAX = 10;

function restartLine({ at, consumers, source }: RestartStatus): string {
  const more = consumers.length - CONSUMERS_MAX;
  const rest = more > 0 ? ` and ${more} more` : "";
  const named = consumers.slice(0, CONSUMERS_MAX).map(markdownCode).join(", ");
  return `- ${markdownCode(at)}: ${markdownCode(source)} changed, restarted ${named}${rest}`;
}

function stateText({ state, action, class: driftClass, rollsPods }: ReportEntry): string {
  const done = action === state ? "" : ` (${markdownCode(action)})`;
  const rolled = rollsPods === true ? ", which rolled its pods" : "";
  return `${state}${done}${rolled}, ${markdownCode(driftClass)}`;
}

function whoText({ manager, operation, attribution, sharedWith = [] }: DriftStatus): string {
  if (manager === "") return "unknown";
  const shared = sharedWith.length === 0 ? "" : ` with ${sharedWith.map(markdownCode).join(", ")}`;
  return `${markdownCode(manager)} (${markdownCode([operation, attribution].filter((word) => word !== "").join(", "))})${shared}`;
}

function heldTable(held: readonly HeldObject[]): readonly string[] {
  const rows = held.flatMap(({ id, tier, blockers }) =>
    blockers.map((blocker) =>
      markdownRow([
        String(tier),
        markdownCode(id),
        `${markdownCode(blocker.to)} (${markdownCode(blocker.gate)})`,
        `${markdownCode(blocker.reason)}: has ${haveText(blocker)}, wants ${markdownCode(blocker.want)}`,
        markdownCode(blocker.since),
      ]),
    ),
  );
  return markdownTable(["Tier", "Object", "Waits for (gate)", "Why", "Since"], rows);
}

/** Why nobody opens the gate stands beside what was seen. */
function haveText({ have, note }: HeldObject["blockers"][number]): string {
  return note === undefined ? markdownCode(have) : `${markdownCode(have)} ${markdownCode(note)}`;
}

function skippedTable(skipped: NonNullable<DriftReport["skipped"]>): readonly string[] {
  const rows = skipped.map(({ id, label, by, at, until }) =>
    markdownRow([
      markdownCode(id),
      markdownCode(label),
      by === "" ? "unknown" : markdownCode(by),
      at === "" ? "unknown" : markdownCode(at),
      until === "" ? "the label goes" : markdownCode(until),
    ]),
  );
  return markdownTable(["Object", "Label", "Set by", "When", "Until"], rows);
}
