import { describeGraph } from "../graph/describe-graph.ts";
import type { Graph } from "../graph/edge.ts";
import { renderGraph } from "../graph/render-graph.ts";
import { type ChosenEntries, chooseEntries } from "./choose-entries.ts";
import { commitText } from "./commit-text.ts";
import { compareDrift } from "./drift-identity.ts";
import type { DriftReport, HeldObject, ReportEntry } from "./drift-report.ts";
import { compareNewest } from "./drift-time.ts";
import { fitReport } from "./fit-report.ts";
import { maskCredentials } from "./mask-credentials.ts";
import { maskBlocker } from "./mask-message.ts";
import { readablePath } from "./readable-path.ts";
import { renderReportJson } from "./render-report-json.ts";
import { renderReportMarkdown } from "./render-report-markdown.ts";
import { reportPaths } from "./report-paths.ts";
import { forgetCommitted, noteLook, type ReportQueue } from "./report-queue.ts";
import type { DriftStatus, ObjectStatus, StackStatus } from "./status-document.ts";
import { summarizeReport } from "./summarize-report.ts";
import { withoutRevertTime } from "./without-revert-time.ts";

export interface ReportInput {
  readonly place: { readonly path: string; readonly cluster: string; readonly stack: string };
  /** The one at the ledger's tip, if there is one. */
  readonly previous: DriftReport | undefined;
  /** The drifts that this pass found, with what it did; `undefined` when no new look was made (a timer, a retry). */
  readonly drifts: readonly DriftStatus[] | undefined;
  readonly queue: ReportQueue;
  readonly nowMs: number;
  /** Epoch milliseconds; `undefined` when this process has made no commit. */
  readonly lastCommitAtMs: number | undefined;
  readonly everyMs: number;
  readonly status: Pick<StackStatus, "revision" | "objects" | "fights" | "orphans" | "restarts">;
  readonly graph: Graph;
}

/** What to do about the ledger. `queue` is to be kept for the next time. */
export type ReportDecision =
  | { readonly kind: "keep"; readonly queue: ReportQueue }
  /** There is something to say, but not before `untilMs` (epoch milliseconds). */
  | {
      readonly kind: "wait";
      readonly untilMs: number;
      /** Something is in the queue that the ledger does not have; else only the closing commit waits. */
      readonly hasNews: boolean;
      readonly queue: ReportQueue;
    }
  | {
      readonly kind: "commit";
      readonly files: ReadonlyMap<string, string>;
      readonly message: string;
      /** The next call's `previous`, once it is committed. */
      readonly report: DriftReport;
      /** To keep until it is committed: nothing is lost when that fails. */
      readonly queue: ReportQueue;
      /** When a look was made meanwhile: `forgetCommitted` of the queue after that look instead. */
      readonly queueIfCommitted: ReportQueue;
    };

/** Mermaid gives up at 500 arrows, and forges at 50,000 characters; people earlier. */
const PICTURE_MAX = { nodes: 200, edges: 400, characters: 50_000 };

/**
 * Decides when the ledger gets a commit: at once for the first news, then at most one per `everyMs`. News is
 * an entry that the report at the tip does not have in the same state; held objects, the graph and ignored differences
 * never cause a commit. When the last look finds nothing and nothing was found for `everyMs`, one commit closes
 * the report; a commit of news that finds the cluster clean already closes it, too. So a fight over one value makes two
 * commits, one at its beginning and one at its end.
 */
export function planReport(input: ReportInput): ReportDecision {
  const queue =
    input.drifts === undefined
      ? input.queue
      : noteLook(input.queue, { drifts: input.drifts, nowMs: input.nowMs });
  const { previous } = input;
  const chosen = chooseEntries(queue, previous);
  const dueAtMs = dueOf(chosen, previous, { ...input, queue });
  if (dueAtMs === undefined) return { kind: "keep", queue };
  if (dueAtMs > input.nowMs) {
    return { kind: "wait", untilMs: dueAtMs, hasNews: chosen.hasNews, queue };
  }
  const report = buildReport(input, queue, chosen);
  return {
    kind: "commit",
    files: renderFiles(report, input),
    message: messageOf(report),
    report,
    queue,
    queueIfCommitted: forgetCommitted(queue, queue),
  };
}

/** When a commit is due, in epoch milliseconds; `undefined` when there is nothing to say. */
function dueOf(
  chosen: ChosenEntries,
  previous: DriftReport | undefined,
  { queue, ...input }: ReportInput,
): number | undefined {
  // Before the first look nothing can be said, least of all that something is gone.
  if (queue.present === undefined) return undefined;
  const afterCommitMs = afterPause(input.lastCommitAtMs, input);
  if (chosen.hasNews) return afterCommitMs;
  const isClosing = queue.present.length === 0 && previous?.drift === "found";
  return isClosing ? Math.max(afterCommitMs, afterPause(queue.lastFoundAtMs, input)) : undefined;
}

function afterPause(
  sinceMs: number | undefined,
  { everyMs, nowMs }: Pick<ReportInput, "everyMs" | "nowMs">,
): number {
  return sinceMs === undefined ? nowMs : sinceMs + everyMs;
}

function buildReport(
  { place, status, graph }: ReportInput,
  queue: ReportQueue,
  chosen: ChosenEntries,
): DriftReport {
  return fitReport({
    version: 1,
    cluster: place.cluster,
    stack: place.stack,
    revision: status.revision,
    drift: queue.present?.length === 0 ? "none" : "found",
    entries: chosen.entries,
    dropped: chosen.dropped,
    ignored: queue.ignored.toSorted(compareDrift),
    held: heldOf(status),
    ...skippedOf(status),
    ...overridesOf(status),
    fights: status.fights.map(withoutRevertTime),
    ...orphansOf(status),
    ...(status.restarts === undefined ? {} : { restarts: status.restarts }),
    tiers: describeGraph(graph).nodes,
  });
}

function skippedOf({ objects }: ReportInput["status"]): Pick<DriftReport, "skipped"> {
  const skipped = objects.flatMap(({ id, skip }) => (skip === undefined ? [] : [{ id, ...skip }]));
  const sorted = skipped.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  return sorted.length === 0 ? {} : { skipped: sorted };
}

function orphansOf({ orphans }: ReportInput["status"]): Pick<DriftReport, "orphans"> {
  if (orphans.length === 0) return {};
  const shown = orphans.map(({ id, action, reason }) => ({
    id,
    action,
    reason: maskCredentials(reason),
  }));
  return { orphans: shown.toSorted((a, b) => (a.id < b.id ? -1 : 1)) };
}

function overridesOf({ objects }: ReportInput["status"]): Pick<DriftReport, "overrides"> {
  const overrides = objects.flatMap(({ id, conditions }) =>
    conditions.flatMap(({ type, message }) =>
      type === "VersionOverridden" ? [{ id, message: maskCredentials(message) }] : [],
    ),
  );
  return overrides.length === 0 ? {} : { overrides };
}

function heldOf({ objects }: ReportInput["status"]): readonly HeldObject[] {
  return objects
    .filter(({ blockers }) => blockers.length > 0)
    .map(({ id, tier, blockers, conditions }) => ({
      id,
      tier,
      blockers: blockers.map(maskBlocker),
      ...deadlockOf(conditions),
    }))
    .toSorted((a, b) => a.tier - b.tier || (a.id < b.id ? -1 : 1));
}

function deadlockOf(conditions: ObjectStatus["conditions"]): Pick<HeldObject, "deadlock"> {
  const found = conditions.find(({ type }) => type === "Deadlock");
  return found === undefined ? {} : { deadlock: maskCredentials(found.message) };
}

function renderFiles(
  report: DriftReport,
  { place, graph }: ReportInput,
): ReadonlyMap<string, string> {
  const paths = reportPaths(place);
  return new Map([
    [paths.markdown, renderReportMarkdown(report, pictureOf(graph))],
    [paths.json, renderReportJson(report)],
  ]);
}

function pictureOf(graph: Graph): string {
  const { size } = graph.tiers;
  if (size === 0 || size > PICTURE_MAX.nodes || graph.edges.length > PICTURE_MAX.edges) return "";
  const picture = renderGraph(graph, "mermaid");
  return picture.length > PICTURE_MAX.characters ? "" : picture;
}

/** What drifted and who did it: the newest in one line, and each below when that says too little. Values are in the files only. */
function messageOf(report: DriftReport): string {
  const { cluster, stack, entries } = report;
  const counts = summarizeReport(report);
  const about = `of ${stack} on ${cluster}`;
  const isOver = report.drift === "none";
  const newest = entries.toSorted(compareNewest);
  const subject = isOver
    ? `No drift ${about}${counts === "" ? "" : `: ${counts}`}`
    : `Drift ${about}: ${newestText(newest)}`;
  const isInSubject = !isOver && entries.length < 2;
  const body = [
    isOver ? "" : counts,
    isInSubject ? "" : entryLines(newest),
    `Lockstep-Report: ${cluster}/${stack}`,
  ];
  return `${[subject, ...body.filter((text) => text !== "")].join("\n\n")}\n`;
}

/** Entries that a message lists. */
const LINES_MAX = 20;

function entryLines(newest: readonly ReportEntry[]): string {
  const more = newest.length - LINES_MAX;
  const lines = newest.slice(0, LINES_MAX).map((each) => `- ${each.state}: ${entryText(each)}`);
  return [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join("\n");
}

/** The newest entry, and how many there are besides. */
function newestText([newest, ...more]: readonly ReportEntry[]): string {
  if (newest === undefined) return "0 entries";
  return `${entryText(newest)}${more.length === 0 ? "" : ` and ${more.length} more`}`;
}

function entryText({ id, path, manager }: ReportEntry): string {
  const place = path === "" ? "" : ` ${commitText(readablePath(path))}`;
  return `${commitText(id)}${place} by ${manager === "" ? "unknown" : commitText(manager)}`;
}
