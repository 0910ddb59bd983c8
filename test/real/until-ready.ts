import { setTimeout as delay } from "node:timers/promises";
import type { ChildProgram } from "./child-programs.ts";

const POLL_MS = 25;
const TIMEOUT_MS = 60_000;

/** Asks again and again; a program that ended, or a minute without success, is an error. */
export async function untilReady(
  program: ChildProgram,
  check: () => Promise<boolean>,
): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  let last: unknown;
  while (Date.now() < deadline) {
    if (program.hasEnded()) throw new Error(`${program.name} ended`, { cause: last });
    try {
      // oxlint-disable-next-line no-await-in-loop -- waiting is the point
      if (await check()) return;
    } catch (error) {
      last = error;
    }
    // oxlint-disable-next-line no-await-in-loop -- as above
    await delay(POLL_MS);
  }
  throw new Error(`${program.name} was not ready after a minute`, { cause: last });
}
