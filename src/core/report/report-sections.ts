import { countText } from "../wording/count-text.ts";
import { explainPace } from "../wording/explain-fight.ts";
import { explainUnadopted } from "../wording/explain-unadopted.ts";
import type { DriftReport, HeldObject, ReportEntry } from "./drift-report.ts";
import { compareNewest, findDriftTime } from "./drift-time.ts";
import { isSetByAgent } from "./is-set-by-agent.ts";
import {
  codeOfValue,
  type MarkdownTable,
  markdownCode,
  markdownRow,
  markdownSentence,
} from "./markdown.ts";
import { readablePath } from "./readable-path.ts";
import type { DriftStatus, FightStatus, RestartStatus } from "./status-document.ts";

/** A part of the report for people: a table, or a list where it has no columns. */
export interface ReportSection extends MarkdownTable {
  readonly title: string;
  /** How many more the report itself leaves out. */
  readonly unlisted: number;
}

/** What the report says in tables and lists, in its order; those without rows, too. */
export function reportSections(report: DriftReport): readonly ReportSection[] {
  const { entries, fights, held, ignored, orphans = [], overrides = [], restarts = [] } = report;
  const { dropped, omitted = {}, skipped = [] } = report;
  function listed(name: string, section: Omit<ReportSection, "unlisted">): ReportSection {
    return { ...section, unlisted: omitted[name] ?? 0 };
  }
  return [
    { title: "Differences", ...entriesTable(entries), unlisted: dropped },
    { title: "No edit can be offered", ...unadoptableTable(entries), unlisted: 0 },
    listed("held", { title: "Held objects", ...heldTable(held) }),
    { title: "Deadlocks", rows: deadlockLines(held), unlisted: 0 },
    listed("skipped", { title: "Skipped objects", ...skippedTable(skipped) }),
    listed("overrides", {
      title: "Let through with an unknown version",
      rows: overrides.map(({ id, message }) => `- ${markdownCode(id)}: ${markdownCode(message)}`),
    }),
    listed("fights", { title: "Fights", rows: fights.map(fightLine) }),
    listed("orphans", { title: "Orphans", ...orphansTable(orphans) }),
    listed("restarts", { title: "Restarts", rows: restarts.map(restartLine) }),
    listed("ignored", { title: "Differs, ignored", ...ignoredTable(ignored) }),
  ];
}

/** What still differs first: only that is left to do. */
function entriesTable(entries: DriftReport["entries"]): MarkdownTable {
  // Equal ones stay in the report's order.
  const sorted = entries.toSorted(compareRank);
  const rows = sorted.map((entry) => markdownRow([stateText(entry), ...driftCells(entry)]));
  return { columns: ["State", ...DRIFT_COLUMNS], rows };
}

/** What a person has to answer without an edit of ours; what went without us needs no answer. */
function unadoptableTable(entries: DriftReport["entries"]): MarkdownTable {
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
  return { columns: ["Difference", "Why not"], rows };
}

function compareRank(a: ReportEntry, b: ReportEntry): number {
  return rankOf(a) - rankOf(b) || compareNewest(a, b);
}

function rankOf({ state }: ReportEntry): number {
  return state === "open" ? 0 : 1;
}

function ignoredTable(ignored: readonly DriftStatus[]): MarkdownTable {
  return { columns: DRIFT_COLUMNS, rows: ignored.map((drift) => markdownRow(driftCells(drift))) };
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

/** Managers name themselves, and a path holds other people's keys; who owns or skips an object says its name, too. */
function fightLine(fight: FightStatus): string {
  const { id, path, managers, count, first, last, left } = fight;
  const who = managers.length === 0 ? "somebody" : managers.map(markdownCode).join(", ");
  const what = path === "" ? "the whole object" : markdownCode(readablePath(path));
  const when = `first ${markdownCode(first)}, last ${markdownCode(last)}`;
  const pace = explainPace(left === undefined ? fight : { ...fight, left: markdownCode(left) });
  return `- ${markdownCode(id)}: ${who} took ${what} ${countText(count, "time")} (${when}); ${pace}`;
}

function orphansTable(orphans: NonNullable<DriftReport["orphans"]>): MarkdownTable {
  const rows = orphans.map(({ id, action, reason }) =>
    markdownRow([markdownCode(id), markdownCode(action), markdownCode(reason)]),
  );
  return { columns: ["Object", "What becomes of it", "Why"], rows };
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

function heldTable(held: readonly HeldObject[]): MarkdownTable {
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
  return { columns: ["Tier", "Object", "Waits for (gate)", "Why", "Since"], rows };
}

/** Objects on one circle say the same. */
function deadlockLines(held: readonly HeldObject[]): readonly string[] {
  const messages = new Set(held.flatMap(({ deadlock }) => deadlock ?? []));
  return [...messages].map((message) => `- ${markdownSentence(message)}`);
}

/** Why nobody opens the gate stands beside what was seen. */
function haveText({ have, note }: HeldObject["blockers"][number]): string {
  return note === undefined ? markdownCode(have) : `${markdownCode(have)} ${markdownCode(note)}`;
}

function skippedTable(skipped: NonNullable<DriftReport["skipped"]>): MarkdownTable {
  const rows = skipped.map(({ id, label, by, at, until }) =>
    markdownRow([
      markdownCode(id),
      markdownCode(label),
      by === "" ? "unknown" : markdownCode(by),
      at === "" ? "unknown" : markdownCode(at),
      until === "" ? "the label goes" : markdownCode(until),
    ]),
  );
  return { columns: ["Object", "Label", "Set by", "When", "Until"], rows };
}
