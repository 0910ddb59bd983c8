/** How fast the embedded cluster lives. All in milliseconds. */
export interface Pace {
  /** From scheduled to ready; the pods of one owner start one after another. */
  readonly podStartMs: number;
  /** From the request to delete a pod until it is gone, at most its grace period. */
  readonly podStopMs: number;
  /** How long the container of a Job runs. */
  readonly jobRunMs: number;
  /** The first wait before a failed image pull, a crashed container or a failed Job's pod is tried again; it doubles. */
  readonly backOffMs: number;
  /** Until a volume is made for a claim, and an address for a Service of type LoadBalancer. */
  readonly provisionMs: number;
}

/** A speed that a person can follow. */
export const HUMAN_PACE: Pace = {
  podStartMs: 1_600,
  podStopMs: 1_000,
  jobRunMs: 2_500,
  backOffMs: 10_000,
  provisionMs: 800,
};

/** Longest wait between two tries, as the kubelet has it. */
const BACK_OFF_MAX_MS = 300_000;

/** The wait after `failures` failures in a row, of which the first is 1. */
export function backOffAfter(failures: number, firstMs: number): number {
  return Math.min(firstMs * 2 ** Math.min(failures - 1, 20), BACK_OFF_MAX_MS);
}
