import { ClusterError } from "../../src/core/cluster-error.ts";
import type { LeasePort, LeaseState } from "../../src/ports/lease-port.ts";

/** A Lease whose state the test sets; `undefined`: the server does not answer. */
export function fakeLease(states: {
  now: LeaseState | undefined;
}): LeasePort & { released: boolean } {
  return {
    released: false,
    async hold() {
      await Promise.resolve();
      if (states.now === undefined) throw new ClusterError("unreachable", "down");
      return states.now;
    },
    async release() {
      await Promise.resolve();
      this.released = true;
    },
    async remove() {
      await Promise.resolve();
    },
  };
}
