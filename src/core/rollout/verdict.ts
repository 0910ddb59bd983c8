import type { ReasonCode, StallCause, Verdict } from "./blocker.ts";

export const OK: Verdict = { kind: "ok" };

export function waiting(reason: ReasonCode, message: string): Verdict {
  return { kind: "waiting", reason, message };
}

export function failed(message: string, cause?: StallCause): Verdict {
  return { kind: "failed", message, cause };
}

/** The first verdict that is not `ok`, in the order in which they are worth saying. */
export function firstShut(verdicts: readonly Verdict[]): Verdict {
  return verdicts.find((each) => each.kind !== "ok") ?? OK;
}
