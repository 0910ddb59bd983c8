import {
  isJsonObject,
  type JsonObject,
  listAt,
  numberAt,
  objectAt,
  textAt,
} from "../../core/object/json.ts";
import { idOf, isTerminating } from "../../core/object/live-object.ts";
import type { World } from "../kinds/resource.ts";
import { selectsLabels } from "../kinds/select-labels.ts";
import { StatusError } from "../status-error.ts";
import { internalError } from "./refusals.ts";

/**
 * Refuses to evict a pod that its PodDisruptionBudget needs. What is there just now counts, and not only what the
 * budget's status says of it: of two evictions at once the second must not be too many.
 * @throws {StatusError} 429, or 500 when several budgets select the pod.
 * @see https://kubernetes.io/docs/concepts/scheduling-eviction/api-eviction/
 */
export function checkBudget(pod: JsonObject, world: World): void {
  if (isSpare(pod)) return;
  const { namespace } = idOf(pod);
  const budgets = world.store
    .list({ group: "policy", plural: "poddisruptionbudgets" }, namespace)
    .items.filter((each) => isGuarded(pod, each));
  if (budgets.length > 1) {
    throw internalError(
      "This pod has more than one PodDisruptionBudget, which the eviction subresource does not support.",
    );
  }
  for (const budget of budgets) checkOne(pod, budget, world);
}

/** It runs not yet, not any more or not for long. */
function isSpare(pod: JsonObject): boolean {
  const phase = textAt(pod, "status", "phase") ?? "";
  return isTerminating(pod) || ["Succeeded", "Failed", "Pending"].includes(phase);
}

function checkOne(pod: JsonObject, budget: JsonObject, world: World): void {
  const { name } = idOf(budget);
  const wanted = numberAt(budget, "status", "desiredHealthy") ?? 0;
  const counted = numberAt(budget, "status", "currentHealthy") ?? 0;
  if (!isReady(pod)) {
    const takesAny = textAt(budget, "spec", "unhealthyPodEvictionPolicy") === "AlwaysAllow";
    if (takesAny || (wanted > 0 && counted >= wanted)) return;
  }
  const seen = numberAt(budget, "status", "observedGeneration") ?? 0;
  if (seen < (numberAt(budget, "metadata", "generation") ?? 0)) {
    throw tooMany(`The disruption budget ${name} is still being processed by the server.`);
  }
  const allowed = numberAt(budget, "status", "disruptionsAllowed") ?? 0;
  const healthy = healthyOf(budget, world);
  if (allowed > 0 && healthy > wanted) return;
  throw tooMany(
    `The disruption budget ${name} needs ${String(wanted)} healthy pods and has ${String(Math.min(counted, healthy))} currently`,
  );
}

function healthyOf(budget: JsonObject, { store }: World): number {
  const pods = store.list({ group: "", plural: "pods" }, idOf(budget).namespace).items;
  return pods.filter((pod) => isGuarded(pod, budget) && isReady(pod) && !isTerminating(pod)).length;
}

function isGuarded(pod: JsonObject, budget: JsonObject): boolean {
  const selector = objectAt(budget, "spec", "selector");
  return (
    selector !== undefined && selectsLabels(selector, objectAt(pod, "metadata", "labels") ?? {})
  );
}

function isReady(pod: JsonObject): boolean {
  return listAt(pod, "status", "conditions")
    .filter(isJsonObject)
    .some((each) => textAt(each, "type") === "Ready" && textAt(each, "status") === "True");
}

function tooMany(message: string): StatusError {
  return new StatusError(429, {
    reason: "TooManyRequests",
    message: "Cannot evict pod as it would violate the pod's disruption budget.",
    details: { causes: [{ reason: "DisruptionBudget", message }] },
  });
}
