import type { DriftStatus } from "./status-document.ts";

/**
 * When a drift came about, as far as anybody knows: when the cluster says so, else when the agent saw it. RFC 3339 in UTC,
 * so to the second they sort as text; empty when neither is known.
 */
export function driftTime({ at, seenAt = "" }: Pick<DriftStatus, "at" | "seenAt">): string {
  return at === "" ? seenAt : at;
}
