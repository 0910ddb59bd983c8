import type { LeavingStack } from "../../src/agent/leaving-stack.ts";
import type { ClusterPort } from "../../src/ports/cluster-port.ts";
import type { TestStack } from "./test-stack.ts";

/** A stack as `lockstep release` lets it go; `cluster` stands in for its connection. */
export function leavingStack(
  { stack: { setup }, lease }: TestStack,
  cluster: ClusterPort = setup.ports.cluster,
): LeavingStack {
  const { config, parent, rules } = setup;
  return {
    name: config.name,
    applySetId: rules.applySetId,
    earlierSets: rules.earlierSets,
    parent,
    earlierNames: config.renamedFrom,
    manager: rules.manager,
    renamedFrom: rules.renamedFrom,
    ports: { cluster, lease, clock: setup.ports.clock },
  };
}
