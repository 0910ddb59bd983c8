import type { ObjectId } from "../core/object/object-id.ts";
import type { ClockPort } from "../ports/clock-port.ts";
import type { ClusterPort } from "../ports/cluster-port.ts";
import type { LeasePort } from "../ports/lease-port.ts";

/** A stack of which something is let go; it need not be in the configuration any more. */
export interface LeavingStack {
  readonly name: string;
  readonly applySetId: string;
  readonly earlierSets: ReadonlySet<string>;
  readonly parent: ObjectId;
  /** The names that it had before; what it remembered under them may be there still. */
  readonly earlierNames: readonly string[];
  readonly manager: string;
  readonly renamedFrom: readonly string[];
  readonly ports: LetGoPorts;
}

interface LetGoPorts {
  readonly cluster: ClusterPort;
  readonly lease: LeasePort;
  readonly clock: ClockPort;
}
