import type { Stack } from "./stack.ts";

/** What comes and goes is not offered in a new one each time: each one that we closed doubles the wait for the next, so often at most. */
const DOUBLINGS_MAX = 6;

/**
 * Notes when the pull request that was changed or closed may be changed next, or another one opened. Of an open one each change waits
 * as long; of none the next one waits for longer each time.
 *
 * @param sinceMs epoch milliseconds of that.
 */
export function paceOffer({ offerDesk, setup }: Stack, sinceMs: number): void {
  const { ownCloses } = offerDesk.notes;
  const isOpen = offerDesk.pullRequest !== undefined;
  const doublings = isOpen ? 0 : Math.min(Math.max(ownCloses - 1, 0), DOUBLINGS_MAX);
  offerDesk.dueAtMs = sinceMs + setup.config.reports.everyMs * 2 ** doublings;
}
