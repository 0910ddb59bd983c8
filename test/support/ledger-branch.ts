import type { ClockPort } from "../../src/ports/clock-port.ts";
import type { LedgerChange } from "../../src/ports/ledger-port.ts";
import { git } from "./git-repository.ts";
import { realClock } from "./real-clock.ts";

/** The ledger branch of `openLedger` in tests, and the report on it. */
export const BRANCH = "lockstep/demo/shop";
export const PATH = "drift-reports/demo/shop.md";

/** Does not wait: the tries follow each other. */
export const hurriedClock: ClockPort = {
  now: () => 1_700_000_000_000,
  after: (_, callback) => realClock.after(0, callback),
  random: () => 0.5,
};

/** A report with this text. */
export function change(text: string): LedgerChange {
  return { files: new Map([[PATH, text]]), message: "Report drift" };
}

/** `git log` of the branch. */
export async function show(
  folder: string,
  format: string,
  options: readonly string[] = [],
): Promise<string> {
  return (await git(folder, ["log", `--format=${format}`, ...options, BRANCH])).trim();
}

/** `path: text` of each file on the branch. */
export async function contents(folder: string): Promise<readonly string[]> {
  const names = (await git(folder, ["ls-tree", "-r", "--name-only", BRANCH])).trim().split("\n");
  return await Promise.all(
    names.map(
      async (name) => `${name}: ${(await git(folder, ["show", `${BRANCH}:${name}`])).trimEnd()}`,
    ),
  );
}
