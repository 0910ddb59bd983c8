import type { Graph } from "../core/graph/edge.ts";
import { parseReport } from "../core/report/parse-report.ts";
import { planReport, type ReportDecision } from "../core/report/plan-report.ts";
import { readQueue, renderQueue } from "../core/report/queue-text.ts";
import { reportPaths } from "../core/report/report-paths.ts";
import { EMPTY_QUEUE, forgetCommitted } from "../core/report/report-queue.ts";
import type { DriftStatus } from "../core/report/status-document.ts";
import { SourceError } from "../core/source-error.ts";
import { holdsStack } from "./holds-stack.ts";
import type { Stack } from "./stack.ts";

/** Until a report that the repository refused is tried again, in milliseconds. */
const RETRY_MS = 30_000;

/**
 * Hands the drifts of a pass to the report. Never waits for the repository: one delivery runs at a time, beside the passes.
 * A repository that refuses costs nothing but the delay: the queue keeps what there is to say.
 */
export function reportDrift(stack: Stack, drifts: readonly DriftStatus[]): void {
  const { desk } = stack;
  const decision = decide(stack, drifts);
  keepQueue(stack, decision);
  if (isLedgerKnown(stack) && decision.kind !== "commit") {
    waitUntilDue(stack, decision);
    return;
  }
  desk.hasNews = true;
  startDelivery(stack);
}

/**
 * The stack came into these hands: what the parent keeps is to be told, and the ledger says what was told meanwhile. Who found
 * something before that and lost the stack has left it there.
 */
export function resumeReport({ desk }: Stack, text: string): void {
  desk.queue = readQueue(text);
  desk.hasUntold = desk.queue !== EMPTY_QUEUE;
  desk.previous = { kind: "unread" };
  desk.retryAtMs = 0;
}

/** What the parent is to keep of a report that was not delivered yet. */
export function queueText({ desk }: Stack): string {
  return desk.hasUntold ? renderQueue(desk.queue) : "";
}

/** It was read, and answers: a delivery would come to the same decision. */
function isLedgerKnown({ desk, refusals }: Stack): boolean {
  const isIdle = desk.delivery === undefined && !refusals.has("ledger");
  return isIdle && desk.previous.kind === "read";
}

/** Waits until what there is to say now is committed, refused, or due later. */
export async function settleReport(stack: Stack): Promise<void> {
  while (stack.desk.delivery !== undefined) {
    // oxlint-disable-next-line no-await-in-loop -- a delivery may start the next one
    await stack.desk.delivery;
  }
}

/** At the end of a run: news that is due later would be lost with the process, so it goes now. */
export async function flushReport(stack: Stack): Promise<void> {
  await settleReport(stack);
  const { desk } = stack;
  desk.stopTimer();
  if (!holdsStack(stack)) return;
  const decision = decide(stack, undefined);
  if (decision.kind !== "wait" || !decision.hasNews) return;
  desk.isEnding = true;
  startDelivery(stack);
  await settleReport(stack);
  desk.isEnding = false;
}

function startDelivery(stack: Stack): void {
  const { desk } = stack;
  if (desk.delivery !== undefined || stack.setup.ports.clock.now() < desk.retryAtMs) return;
  desk.delivery = deliverAll(stack).finally(() => {
    desk.delivery = undefined;
    if (desk.hasNews) startDelivery(stack);
  });
}

async function deliverAll(stack: Stack): Promise<void> {
  const { desk } = stack;
  desk.hasNews = false;
  try {
    await readPrevious(stack);
    const decision = decide(stack, undefined);
    keepQueue(stack, decision);
    waitUntilDue(stack, decision);
    if (decision.kind === "commit") await commitReport(stack, decision);
    // Somebody reads of the refusal: the status is to say that it is over.
    if (stack.refusals.delete("ledger")) stack.wakeUp.ring();
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    noteRefusal(stack, error);
  }
}

async function readPrevious(stack: Stack): Promise<void> {
  const { desk, setup } = stack;
  if (desk.previous.kind === "read") return;
  const { json, markdown } = reportPaths(placeOf(stack));
  desk.files = await setup.ports.ledger.readFiles([json, markdown]);
  desk.previous = { kind: "read", report: parseReport(parseJson(desk.files.get(json))) };
}

async function commitReport(
  stack: Stack,
  decision: Extract<ReportDecision, { kind: "commit" }>,
): Promise<void> {
  const { desk, setup } = stack;
  const commit = await setup.ports.ledger.commit({
    files: decision.files,
    message: decision.message,
  });
  desk.previous = { kind: "read", report: decision.report };
  desk.files = decision.files;
  desk.lastCommitAtMs = setup.ports.clock.now();
  // What came while the commit was under way is in the queue of the desk, and stays there.
  desk.queue = forgetCommitted(desk.queue, decision.queue);
  keepQueue(stack, decide(stack, undefined));
  if (commit !== undefined) {
    setup.ports.log.info("drift report committed", { stack: setup.config.name, commit });
  }
}

/** What was told meanwhile is forgotten by the parent, too: its next write comes soon. */
function keepQueue({ desk, refusals, wakeUp }: Stack, decision: ReportDecision): void {
  const hadUntold = desk.hasUntold;
  desk.queue = decision.queue;
  const isNews = decision.kind === "commit" || (decision.kind === "wait" && decision.hasNews);
  // Before the ledger was read nobody knows what it was told: what the parent keeps stays, and what is over nobody finds again.
  const isKnown = desk.previous.kind === "read" || refusals.has("ledger");
  desk.hasUntold = isKnown ? isNews : desk.hasUntold || holdsPast(decision.queue);
  if (hadUntold && !desk.hasUntold) wakeUp.ring();
}

/** Something was taken back, or went by itself. */
function holdsPast({ passed, present = [] }: ReportDecision["queue"]): boolean {
  return passed.length > 0 || present.some(({ action }) => action === "reverted");
}

function decide(stack: Stack, drifts: readonly DriftStatus[] | undefined): ReportDecision {
  const { desk, setup } = stack;
  const { previous } = desk;
  return planReport({
    place: placeOf(stack),
    previous: previous.kind === "read" ? previous.report : undefined,
    drifts,
    queue: desk.queue,
    nowMs: setup.ports.clock.now(),
    lastCommitAtMs: desk.lastCommitAtMs,
    // What a pass did that lost the stack meanwhile goes at once: nobody else knows of it.
    everyMs: desk.isEnding || !holdsStack(stack) ? 0 : setup.config.reports.everyMs,
    status: stack.status,
    graph: stack.desired?.graph ?? EMPTY_GRAPH,
  });
}

const EMPTY_GRAPH: Graph = {
  edges: [],
  tiers: new Map(),
  unversioned: new Set(),
  cycles: [],
  refused: new Map(),
  lints: [],
};

function waitUntilDue(stack: Stack, decision: ReportDecision): void {
  if (decision.kind !== "wait") return;
  scheduleDelivery(stack, decision.untilMs - stack.setup.ports.clock.now());
}

function scheduleDelivery(stack: Stack, delayMs: number): void {
  const { desk, setup } = stack;
  desk.stopTimer();
  desk.stopTimer = setup.ports.clock.after(Math.max(0, delayMs), () => {
    // A timer may ring a little before the clock says so.
    desk.retryAtMs = 0;
    if (holdsStack(stack)) startDelivery(stack);
    // Another process speaks for the stack: the parent told it what waited here.
    else scheduleDelivery(stack, RETRY_MS);
  });
}

function noteRefusal(stack: Stack, error: SourceError): void {
  const known = stack.refusals.get("ledger");
  const message = `the drift report is queued: ${error.message}`;
  if (known?.message !== message) {
    stack.setup.ports.log.warn(message, { stack: stack.setup.config.name, code: error.code });
    stack.refusals.set("ledger", { id: "", code: error.code, message });
    stack.wakeUp.ring();
  }
  stack.desk.previous = { kind: "unread" };
  stack.desk.retryAtMs = stack.setup.ports.clock.now() + RETRY_MS;
  scheduleDelivery(stack, RETRY_MS);
}

function placeOf(stack: Stack): { path: string; cluster: string; stack: string } {
  const { clusterName, config } = stack.setup;
  return { path: config.reports.path, cluster: clusterName, stack: config.name };
}

function parseJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    // Somebody edited the file on the ledger: what is no report counts as none.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
