import { assessWatch } from "../core/inventory/assess-watch.ts";
import type { StackStatus } from "../core/report/status-document.ts";
import { readStoredStatus } from "./open-stack.ts";
import { leaseName } from "./run-stack.ts";
import type { Stack } from "./stack.ts";

/**
 * The status that an agent last wrote, with how old it may be; `undefined` when no agent has written one.
 *
 * @throws {ClusterError} when the parent cannot be read.
 */
export async function readWatchedStatus(stack: Stack): Promise<StackStatus | undefined> {
  const status = await readStoredStatus(stack);
  if (status === undefined) return undefined;
  const { agentNamespace: namespace, ports, rules } = stack.setup;
  const id = { group: "coordination.k8s.io", kind: "Lease", namespace, name: leaseName(stack) };
  const lease = await ports.cluster.read({ id, apiVersion: "coordination.k8s.io/v1" });
  const parent = stack.parent?.live;
  const { manager } = rules;
  return { ...status, watch: assessWatch({ lease, parent, manager, nowMs: ports.clock.now() }) };
}
