import { SourceError } from "../../core/source-error.ts";
import type { ClockPort } from "../../ports/clock-port.ts";

const TRIES_MAX = 8;
const FIRST_WAIT_MS = 50;
const WAIT_MAX_MS = 2_000;

/** `lost`: somebody else moved the branch first. */
export type LedgerTry =
  | { readonly kind: "done"; readonly commit: string | undefined }
  | { readonly kind: "lost" };

/**
 * Tries to commit until no one else comes first, at most eight times, with growing, jittered waits between.
 *
 * @throws {SourceError} `lost-race` after the last try.
 */
export async function retryLedgerCommit(
  clock: ClockPort,
  attempt: () => Promise<LedgerTry>,
  lost: string,
): Promise<string | undefined> {
  for (let tries = 1; tries <= TRIES_MAX; tries += 1) {
    // oxlint-disable-next-line no-await-in-loop -- a try begins from what the last one lost to
    const tried = await attempt();
    if (tried.kind === "done") return tried.commit;
    const waitMs = Math.min(FIRST_WAIT_MS * 2 ** tries, WAIT_MAX_MS) * clock.random();
    // oxlint-disable-next-line no-await-in-loop -- the wait is between two tries
    if (tries < TRIES_MAX) await wait(clock, waitMs);
  }
  throw new SourceError("lost-race", lost);
}

async function wait(clock: ClockPort, delayMs: number): Promise<void> {
  await new Promise<void>((resolve) => {
    clock.after(delayMs, resolve);
  });
}
