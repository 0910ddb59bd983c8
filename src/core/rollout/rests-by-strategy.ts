import { type JsonObject, numberAt, textAt, valueAt } from "../object/json.ts";
import { statusCount } from "./status-count.ts";

/**
 * Whether a workload's controller replaces no pods until somebody acts: it is paused, its strategy is OnDelete, or all pods that
 * its partition lets go are new and ready.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/#update-strategies
 */
export function restsByStrategy(body: JsonObject): boolean {
  if (valueAt(body, "spec", "paused") === true) return true;
  if (textAt(body, "spec", "updateStrategy", "type") === "OnDelete") return true;
  const partition = numberAt(body, "spec", "updateStrategy", "rollingUpdate", "partition") ?? 0;
  return partition > 0 && isPartitionDone(body, partition);
}

function isPartitionDone(body: JsonObject, partition: number): boolean {
  const want = numberAt(body, "spec", "replicas") ?? 1;
  const observed = numberAt(body, "status", "observedGeneration") ?? 0;
  return (
    observed >= (numberAt(body, "metadata", "generation") ?? 0) &&
    (statusCount(body, "updatedReplicas") ?? 0) >= want - partition &&
    (statusCount(body, "readyReplicas") ?? 0) >= want
  );
}
