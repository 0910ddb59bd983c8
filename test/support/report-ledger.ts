import { canonicalText } from "../../src/core/object/json.ts";
import type { DriftReport } from "../../src/core/report/drift-report.ts";
import { parseReport } from "../../src/core/report/parse-report.ts";
import { planReport, type ReportDecision } from "../../src/core/report/plan-report.ts";
import { redactAgain } from "../../src/core/report/redact-value.ts";
import { EMPTY_QUEUE, type ReportQueue } from "../../src/core/report/report-queue.ts";
import type { DriftStatus } from "../../src/core/report/status-document.ts";
import { graphOf } from "./report-builder.ts";
import { driftStatus } from "./status-builder.ts";

const MINUTE_MS = 60_000;
export const EVERY_MS = 5 * MINUTE_MS;

/** A ledger and an agent that asks at given minutes. It keeps what a real one keeps. */
export class Ledger {
  readonly commits: string[] = [];
  #tip: DriftReport | undefined;
  #queue: ReportQueue = EMPTY_QUEUE;
  #lastCommitAtMs: number | undefined;
  isDown = false;

  /** Looks at that minute, or only asks again when no drifts are given. Drifts are written `name=value action`. */
  at(minute: number, ...written: readonly [(readonly string[])?]): string {
    const decision = this.#decide(minute, written[0]);
    this.#queue = decision.queue;
    if (decision.kind === "commit" && !this.isDown) this.#commit(decision, minute);
    return brief(decision);
  }

  restart(): void {
    this.#queue = EMPTY_QUEUE;
    this.#lastCommitAtMs = undefined;
  }

  #decide(minute: number, written: readonly string[] | undefined): ReportDecision {
    return planReport({
      place: { path: "drift-reports", cluster: "demo", stack: "shop" },
      previous: this.#tip,
      drifts: written?.map((text) => driftAt(text, minute)),
      queue: this.#queue,
      nowMs: minute * MINUTE_MS,
      lastCommitAtMs: this.#lastCommitAtMs,
      everyMs: EVERY_MS,
      status: { revision: "c0ffee", objects: [], fights: [], orphans: [] },
      graph: graphOf("ConfigMap/shop/a"),
    });
  }

  #commit(decision: Extract<ReportDecision, { kind: "commit" }>, minute: number): void {
    this.#queue = decision.queueIfCommitted;
    this.#tip = parseReport(
      JSON.parse(decision.files.get("drift-reports/demo/shop.json") ?? "null"),
    );
    this.#lastCommitAtMs = minute * MINUTE_MS;
    this.commits.push(brief(decision));
  }
}

/** `name=value action` as what was found at that minute. */
export function driftAt(text: string, minute: number): DriftStatus {
  const [name = "", value = "", action = "reverted"] = text.split(/[= ]/);
  return driftStatus(`ConfigMap/shop/${name}`, {
    path: "/data/x",
    live: redactAgain(value),
    at: `2026-01-01T00:${String(minute).padStart(2, "0")}:00Z`,
    action,
  });
}

/** `commit found: a=1 reverted, b=2 open` */
function brief(decision: ReportDecision): string {
  if (decision.kind === "keep") return "keep";
  if (decision.kind === "wait") return `wait until ${decision.untilMs / MINUTE_MS}`;
  const { drift: found, entries, dropped } = decision.report;
  const shown = entries.map(
    ({ id, live, state }) =>
      `${id.split("/")[2]}=${canonicalText(live).replaceAll('"', "")} ${state}`,
  );
  return `commit ${found}: ${[...shown, ...(dropped > 0 ? [`${dropped} dropped`] : [])].join(", ")}`;
}
