import { type JsonObject, textAt } from "../object/json.ts";

/** A stack that a person holds still: it is looked at, and nothing of it is written. */
export interface Suspension {
  readonly reason: string;
  /** RFC 3339; empty: until somebody resumes it. */
  readonly until: string;
  /** RFC 3339: when it was suspended. */
  readonly since: string;
}

const REASON_MAX = 1_000;

/** The keys of a suspension in the data of the stack's parent. */
export function renderSuspension(suspension: Suspension | undefined): JsonObject {
  if (suspension === undefined) return {};
  const { since, until, reason } = suspension;
  return { suspendedSince: since, suspendedUntil: until, suspendedReason: reason };
}

/** What another process, or a person, wrote there. */
export function readSuspension(data: JsonObject | undefined): Suspension | undefined {
  const since = textAt(data, "suspendedSince") ?? "";
  if (since === "") return undefined;
  const reason = textAt(data, "suspendedReason") ?? "";
  return {
    reason: reason.slice(0, REASON_MAX),
    until: textAt(data, "suspendedUntil") ?? "",
    since,
  };
}

export function isSameSuspension(a: Suspension | undefined, b: Suspension | undefined): boolean {
  return a?.since === b?.since && a?.until === b?.until && a?.reason === b?.reason;
}
