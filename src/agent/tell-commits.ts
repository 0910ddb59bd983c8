import { ForgeError } from "../core/forge-error.ts";
import { type CommitState, describeCommits } from "../core/wording/describe-commits.ts";
import type { ForgePort } from "../ports/forge-port.ts";
import { holdsStack } from "./holds-stack.ts";
import type { Stack } from "./stack.ts";

/** A rollout changes its words with each pod: they are sent at most so often, in milliseconds. */
const PACE_MS = 10_000;

/** Until a forge that refused is told again, in milliseconds. */
const RETRY_MS = 60_000;

/** Commits of which it is known what was sent. */
const COMMITS_MAX = 20;

/** What is known of a stack's commit statuses between passes. */
export interface CommitDesk {
  /** By commit, the newest last. */
  readonly sent: Map<string, CommitState>;
  delivery: Promise<void> | undefined;
  /** Epoch milliseconds before which no other words of a rollout under way are sent. */
  paceUntilMs: number;
  /** Epoch milliseconds before which a forge that refused is told nothing. */
  retryAtMs: number;
  stopTimer: () => void;
}

export function openCommitDesk(): CommitDesk {
  return {
    sent: new Map(),
    delivery: undefined,
    paceUntilMs: 0,
    retryAtMs: 0,
    stopTimer: () => undefined,
  };
}

/** Tells the forge how far the commits of the stack came, beside the passes, and only what it was not told before. */
export function tellCommits(stack: Stack): void {
  const { commitDesk, refusals, setup } = stack;
  const { clock, offers } = setup.ports;
  if (offers === undefined || commitDesk.delivery !== undefined) return;
  // What the status says of objects is of the past then, or another process says it.
  if (refusals.has("cluster") || !holdsStack(stack)) return;
  const news = findNews(stack, offers.forge);
  if (news === undefined) return;
  const isPaced = news.state === "pending" && commitDesk.sent.has(news.commit);
  const dueAtMs = Math.max(commitDesk.retryAtMs, isPaced ? commitDesk.paceUntilMs : 0);
  const waitMs = dueAtMs - clock.now();
  commitDesk.stopTimer();
  if (waitMs > 0) {
    commitDesk.stopTimer = clock.after(waitMs, () => {
      // A timer may ring a little before the clock says so.
      commitDesk.paceUntilMs = 0;
      commitDesk.retryAtMs = 0;
      tellCommits(stack);
    });
    return;
  }
  commitDesk.delivery = send(stack, offers.forge, news).finally(() => {
    commitDesk.delivery = undefined;
    tellCommits(stack);
  });
}

/** Waits until what there is to say now is sent, refused, or due later. */
export async function settleCommits({ commitDesk }: Stack): Promise<void> {
  while (commitDesk.delivery !== undefined) {
    // oxlint-disable-next-line no-await-in-loop -- a delivery may start the next one
    await commitDesk.delivery;
  }
}

function findNews({ commitDesk, status }: Stack, { limits }: ForgePort): CommitState | undefined {
  return describeCommits(status, limits.description).find((each) => {
    const sent = commitDesk.sent.get(each.commit);
    return sent?.state !== each.state || sent.description !== each.description;
  });
}

async function send(
  { commitDesk, setup }: Stack,
  forge: ForgePort,
  news: CommitState,
): Promise<void> {
  const { clock, log } = setup.ports;
  const { commit, state, description } = news;
  const context = `lockstep/${setup.clusterName}/${setup.config.name}`;
  try {
    await forge.setCommitStatus(commit, { context, state, description });
    commitDesk.sent.delete(commit);
    commitDesk.sent.set(commit, news);
    const [oldest] = commitDesk.sent.keys();
    if (commitDesk.sent.size > COMMITS_MAX && oldest !== undefined) commitDesk.sent.delete(oldest);
    commitDesk.paceUntilMs = clock.now() + PACE_MS;
  } catch (error) {
    if (!(error instanceof ForgeError)) throw error;
    log.warn(`the commit status waits: ${error.message}`, {
      stack: setup.config.name,
      code: error.code,
    });
    commitDesk.retryAtMs = Math.max(clock.now() + RETRY_MS, error.retryAtMs ?? 0);
  }
}
