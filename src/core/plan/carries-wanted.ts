import type { ObjectCase } from "./describe-case.ts";

/** Whether the last applied intent is what Git wants, whatever is still to be noted about its sources. */
export function carriesWanted({
  lastApplied,
  restart,
  wanted,
}: Pick<ObjectCase, "lastApplied" | "restart" | "wanted">): boolean {
  if (lastApplied.kind !== "known") return false;
  return (restart.record ?? lastApplied.intent).hash === wanted.hash;
}
