import { type ApplySetScope, scopeOf } from "../core/inventory/apply-set.ts";
import type { StackParent } from "../core/inventory/stack-parent.ts";
import { renderStatusText } from "../core/inventory/status-text.ts";
import type { Plan } from "../core/plan/plan.ts";
import type { DriftStatus, StackStatus } from "../core/report/status-document.ts";
import { reportDrift } from "./deliver-report.ts";
import { recordEvents } from "./record-events.ts";
import type { Stack } from "./stack.ts";
import { isSameParent, readStackParent, writeParent } from "./write-parent.ts";

/** The status is written at most so often while nothing else of the parent changes, in milliseconds. */
const STATUS_EVERY_MS = 1_000;

/** What a pass found out and did. */
export interface PassNews {
  /** `undefined`: no revision is in force. */
  readonly plan: Plan | undefined;
  readonly previous: StackStatus;
  readonly drift: readonly DriftStatus[];
}

/** RECORD: events, the parent with its status, metrics, the drift report. Writes only what changed. */
export async function recordPass(stack: Stack, news: PassNews): Promise<void> {
  countPass(stack, news.drift);
  if (news.plan !== undefined) {
    const { plan, previous, drift } = news;
    await recordEvents(stack, plan, { previous, drift });
    reportDrift(stack, drift);
  }
  await recordParent(stack, news.plan);
}

/** Writes the parent when its scope or revision changed, and the status not more often than once a second. */
async function recordParent(stack: Stack, plan: Plan | undefined): Promise<void> {
  const { clock } = stack.setup.ports;
  const { content } = await readStackParent(stack);
  const present: StackParent = {
    scope: plan === undefined ? content.scope : exactScope(stack, plan),
    revision: stack.desired?.revision ?? content.revision,
    status: renderStatusText(stack.status),
  };
  const isStatusOnly = isSameParent({ ...present, status: content.status }, content);
  const dueInMs = stack.statusWrittenAtMs + STATUS_EVERY_MS - clock.now();
  if (isStatusOnly && dueInMs > 0) {
    if (present.status !== content.status) {
      clock.after(dueInMs, () => {
        stack.wakeUp.ring();
      });
    }
    return;
  }
  if (await writeParent(stack, present)) stack.statusWrittenAtMs = clock.now();
}

/** Writes the status that the pace held back: whoever asks after the end is to read how it ended. @throws {ClusterError} */
export async function recordEnd(stack: Stack): Promise<void> {
  if (stack.parent === undefined) return;
  await writeParent(stack, { status: renderStatusText(stack.status) });
}

/** Kinds and namespaces of what Git has and of what still lives: forgotten only when the last member is gone. */
function exactScope(stack: Stack, plan: Plan): ApplySetScope {
  const ids = [...plan.objects, ...plan.orphans].map((each) => each.ref.id);
  return scopeOf(ids, stack.setup.parent.namespace);
}

function countPass(stack: Stack, drift: readonly DriftStatus[]): void {
  const { config, ports } = stack.setup;
  const phases = new Map<string, number>();
  for (const { phase } of stack.status.objects) phases.set(phase, (phases.get(phase) ?? 0) + 1);
  ports.metrics.phases(config.name, phases);
  for (const each of drift) {
    ports.metrics.driftFound({ stack: config.name, class: each.class, action: each.action });
  }
}
