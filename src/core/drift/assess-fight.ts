import type { Fight, FightRules } from "./fight.ts";

/** Parts of the window between the revert that spent the budget and the next ones: 1, 2, then every 5 minutes of 10. */
const PACE = [1 / 10, 1 / 5, 1 / 2] as const;

/** Whether the budget is spent, and it was not quiet for a window since. */
export function isContested(
  fight: Fight | undefined,
  at: { readonly rules: FightRules; readonly nowMs: number },
): fight is Fight & { readonly slowed: number } {
  return fight?.slowed !== undefined && !isQuiet(fight, at);
}

/** Nobody has taken the place for a whole window. */
export function isQuiet(
  { isTaken, seenMs }: Fight,
  { rules, nowMs }: { readonly rules: FightRules; readonly nowMs: number },
): boolean {
  return !isTaken && nowMs - seenMs >= rules.windowMs;
}

/** When a contested place may be taken back again, in epoch milliseconds. */
export function nextRevertMs(
  fight: Fight & { readonly slowed: number },
  { windowMs }: Pick<FightRules, "windowMs">,
): number {
  const pace = PACE[Math.min(fight.slowed, PACE.length - 1)] ?? PACE[2];
  return fight.lastMs + Math.round(windowMs * pace);
}
