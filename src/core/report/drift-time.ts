import type { DriftStatus } from "./status-document.ts";

/** When a drift came about: as the cluster recorded it, or when the agent first saw it. RFC 3339 in UTC. */
interface DriftTime {
  readonly kind: "recorded" | "seen";
  readonly time: string;
}

/** When a drift came about, as far as anybody knows: when the cluster says so, else when the agent saw it. */
export function findDriftTime({
  at,
  seenAt = "",
}: Pick<DriftStatus, "at" | "seenAt">): DriftTime | undefined {
  if (at !== "") return { kind: "recorded", time: at };
  return seenAt === "" ? undefined : { kind: "seen", time: seenAt };
}

/** The newest first; those of which nobody knows when last. To the second, times sort as text. */
export function compareNewest(a: DriftStatus, b: DriftStatus): number {
  const [left, right] = [findDriftTime(a)?.time ?? "", findDriftTime(b)?.time ?? ""];
  if (left === right) return 0;
  return left < right ? 1 : -1;
}
