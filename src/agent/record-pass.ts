import { ClusterError } from "../core/cluster-error.ts";
import { type ApplySetScope, scopeOf, uniteScopes } from "../core/inventory/apply-set.ts";
import { isMember } from "../core/inventory/is-member.ts";
import type { SeenParent, StackParent } from "../core/inventory/stack-parent.ts";
import { renderStatusText } from "../core/inventory/status-text.ts";
import { renderOffers } from "../core/offer/offer-text.ts";
import type { Plan } from "../core/plan/plan.ts";
import type { PassSummary } from "../core/plan/summarize-pass.ts";
import type { DriftStatus, StackStatus } from "../core/report/status-document.ts";
import { offerDrift } from "./deliver-offer.ts";
import { queueText, reportDrift } from "./deliver-report.ts";
import { holdsStack } from "./holds-stack.ts";
import { listMembers } from "./list-members.ts";
import { mayWrite } from "./may-write.ts";
import { recordEvents } from "./record-events.ts";
import type { Stack } from "./stack.ts";
import { emptyKinds } from "./stack-view.ts";
import { type FightTexts, fightTexts } from "./take-fights.ts";
import { tellCommits } from "./tell-commits.ts";
import {
  forgetEarlierParents,
  isSameParent,
  readStackParent,
  stillConfirmed,
  writeParent,
} from "./write-parent.ts";

/** The status is written at most so often while nothing else of the parent changes, in milliseconds. */
const STATUS_EVERY_MS = 1_000;

/** Places that are fought for and have a gauge of their own. */
const CONTESTED_MAX = 20;

/** What a pass found out and did. */
export interface PassNews extends Omit<PassSummary, "status"> {
  /** `undefined`: no revision is in force. */
  readonly plan: Plan | undefined;
  readonly previous: StackStatus;
}

/**
 * RECORD: metrics, the drift report, events, the parent with its status. Writes only what changed. A stack that was lost
 * during the pass is another process's to speak for; the report still tells what this one did.
 */
export async function recordPass(stack: Stack, news: PassNews): Promise<void> {
  const { plan, previous, drift, standing } = news;
  countPass(stack, drift);
  if (plan !== undefined) reportDrift(stack, [...drift, ...standing]);
  if (!holdsStack(stack)) return;
  tellCommits(stack);
  if (plan !== undefined && plan.questions.length === 0) offerDrift(stack, news);
  if (plan !== undefined) await recordEvents(stack, plan, { previous, drift });
  if (holdsStack(stack)) await recordParent(stack, plan);
  if (mayWrite(stack) && stack.status.inSync) await forgetEarlierParents(stack);
}

/**
 * Writes the parent when its scope or revision changed, and status and fights not more often than once a second: of a fight
 * no more than what its last second before a kill brought is forgotten.
 */
async function recordParent(stack: Stack, plan: Plan | undefined): Promise<void> {
  const { clock } = stack.setup.ports;
  const seen = await readStackParent(stack);
  const { content } = seen;
  const present: StackParent = {
    scope: plan === undefined ? content.scope : await exactScope(stack, plan, content.scope),
    revision: stack.desired?.revision ?? content.revision,
    status: renderStatusText(stack.status),
    confirmedPrune: stillConfirmed(stack, content),
    suspension: content.suspension,
    endedJobs: plan === undefined ? content.endedJobs : findEnds(stack),
    ...(plan === undefined ? textsOf(content) : fightTexts(stack)),
    ...deskTexts(stack),
  };
  const dueInMs = stack.statusWrittenAtMs + STATUS_EVERY_MS - clock.now();
  if (hasOnlyNewStatus(present, seen) && dueInMs > 0) {
    if (!isSameParent(present, content)) {
      stack.stopStatusTimer();
      stack.stopStatusTimer = clock.after(dueInMs, () => {
        stack.wakeUp.ring();
      });
    }
    return;
  }
  const isWritten = await writeParent(stack, (newest) => ({
    ...present,
    // What people say in the parent is theirs, also when it came while this was decided.
    suspension: newest.suspension,
    confirmedPrune: stillConfirmed(stack, newest),
    // A delivery may have kept something meanwhile.
    ...deskTexts(stack),
  }));
  stack.told = textsOf(present);
  if (isWritten) stack.statusWrittenAtMs = clock.now();
}

/** A parent that was lost has nothing yet. */
function hasOnlyNewStatus(present: StackParent, { live, content }: SeenParent): boolean {
  const { status, offers, queue } = content;
  const known = { status, offers, queue, ...textsOf(content) };
  return live !== undefined && isSameParent({ ...present, ...known }, content);
}

function textsOf({ fights, restarts }: StackParent): FightTexts {
  return { fights, restarts };
}

/** What there is to tell the ledger and the forge. */
function deskTexts(stack: Stack): Pick<StackParent, "offers" | "queue"> {
  return { offers: renderOffers(stack.offerDesk), queue: queueText(stack) };
}

function findEnds({ memory }: Stack): StackParent["endedJobs"] {
  return new Map(
    [...memory].flatMap(([key, { ended }]) => (ended === undefined ? [] : [[key, ended] as const])),
  );
}

/** Writes what the pace held back: whoever asks after the end is to read how it ended. @throws {ClusterError} */
export async function recordEnd(stack: Stack): Promise<void> {
  if (stack.parent === undefined) return;
  const texts = fightTexts(stack);
  const status = renderStatusText(stack.status);
  await writeParent(stack, () => ({ status, ...texts, ...deskTexts(stack) }));
  stack.told = texts;
}

/**
 * Kinds and namespaces of what Git has and of what still lives: forgotten only when the last member is gone. A kind that
 * cannot be listed now may have members that nobody sees.
 */
async function exactScope(stack: Stack, plan: Plan, before: ApplySetScope): Promise<ApplySetScope> {
  const ids = [...plan.objects, ...plan.orphans].map((each) => each.ref.id);
  const seen = scopeOf(ids, stack.setup.parent.namespace);
  const empty = emptyKinds(stack.view, (object) => isMember(object, stack.setup.rules));
  const kept: string[] = [];
  for (const kind of before.kinds) {
    if (seen.kinds.includes(kind)) continue;
    // oxlint-disable-next-line no-await-in-loop -- hardly ever one
    if (!empty.has(kind) || (await holdsMembers(stack, kind))) kept.push(kind);
  }
  if (kept.length === 0) return seen;
  return uniteScopes(seen, { kinds: kept, namespaces: before.namespaces });
}

/**
 * Whether a kind that looks empty holds members after all: a watch may lag behind what the agent before us made, and what is
 * forgotten here is never pruned.
 */
async function holdsMembers({ setup, view }: Stack, kind: string): Promise<boolean> {
  if (view.goneKinds.has(kind)) return false;
  try {
    return (await listMembers(setup.ports.cluster, setup.rules, kind)).length > 0;
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    return true;
  }
}

function countPass(stack: Stack, drift: readonly DriftStatus[]): void {
  const { config, ports } = stack.setup;
  const phases = new Map<string, number>();
  for (const { phase } of stack.status.objects) phases.set(phase, (phases.get(phase) ?? 0) + 1);
  ports.metrics.phases(config.name, phases);
  const contested = stack.status.fights.filter((each) => each.contested);
  ports.metrics.contested(
    config.name,
    contested.slice(0, CONTESTED_MAX).map(({ id, path, managers: [manager = ""], count }) => ({
      object: id,
      path,
      manager,
      count,
    })),
  );
  for (const each of drift) {
    ports.metrics.driftFound({ stack: config.name, class: each.class, action: each.action });
  }
}
