import { setTimeout as delay } from "node:timers/promises";

const POLL_MS = 50;
const TIMEOUT_MS = 20_000;

/**
 * Waits until the check gives something other than `undefined` and `false`, and returns that. A check that throws (a
 * failed `expect`, a refusal) is tried again; the last error is the cause when time is over.
 */
export async function eventually<Value>(
  what: string,
  check: () => Promise<Value | undefined | false> | Value | undefined | false,
  { timeoutMs = TIMEOUT_MS }: { readonly timeoutMs?: number } = {},
): Promise<Value> {
  const deadline = Date.now() + timeoutMs;
  let last: unknown;
  while (Date.now() < deadline) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- waiting is the point
      const value = await check();
      if (value !== undefined && value !== false) return value;
      last = undefined;
    } catch (error) {
      last = error;
    }
    // oxlint-disable-next-line no-await-in-loop -- as above
    await delay(POLL_MS);
  }
  const why = last instanceof Error ? `: ${last.message}` : "";
  throw new Error(`not within ${timeoutMs} ms: ${what}${why}`, { cause: last });
}
