import type { PassOutcome } from "./run-pass.ts";

/** So many passes a minute may take back again what was taken back before at full speed. */
const FAST_PASSES_MAX = 60;
const WINDOW_MS = 60_000;

/**
 * Tells somebody who writes against us from many edits: however many objects are edited, each is taken back at full speed; who edits
 * the same ones again and again is answered more slowly.
 */
export interface RevertPace {
  /** After each pass, with the time now in epoch milliseconds. */
  note(outcome: Pick<PassOutcome, "steps" | "hasOnlyReverted">, nowMs: number): void;
  isSpent(): boolean;
}

export function createRevertPace(): RevertPace {
  /** When each object was last taken back, the oldest first: no more than the stack has objects. */
  const revertedAtMs = new Map<string, number>();
  let againAtMs: readonly number[] = [];
  return {
    note({ steps, hasOnlyReverted }, nowMs) {
      for (const [id, atMs] of revertedAtMs) {
        if (nowMs - atMs < WINDOW_MS) break;
        revertedAtMs.delete(id);
      }
      const taken = steps.filter(({ kind, why }) => kind === "written" && why === "revert");
      const isAgain = hasOnlyReverted && taken.every(({ id }) => revertedAtMs.has(id));
      for (const { id } of taken) {
        revertedAtMs.delete(id);
        revertedAtMs.set(id, nowMs);
      }
      const all = isAgain ? [...againAtMs, nowMs] : againAtMs;
      againAtMs = all.filter((atMs) => nowMs - atMs < WINDOW_MS);
    },
    isSpent: () => againAtMs.length > FAST_PASSES_MAX,
  };
}
