import {
  isJsonObject,
  type JsonObject,
  listAt,
  numberAt,
  objectAt,
  textAt,
} from "../../core/object/json.ts";
import { generationOf, idOf, isTerminating } from "../../core/object/live-object.ts";
import { isSelected } from "../kinds/is-selected.ts";
import type { World } from "../kinds/resource.ts";
import { internalError } from "../refusals.ts";
import { StatusError } from "../status-error.ts";

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
  if (!isReady(pod) && takesUnready(budget)) return;
  if (countAt(budget, "observedGeneration") < (generationOf(budget) ?? 0)) {
    throw tooMany(`The disruption budget ${name} is still being processed by the server.`);
  }
  const wanted = countAt(budget, "desiredHealthy");
  const healthy = Math.min(countAt(budget, "currentHealthy"), healthyNow(budget, world));
  if (countAt(budget, "disruptionsAllowed") > 0 && healthy > wanted) return;
  throw tooMany(
    `The disruption budget ${name} needs ${String(wanted)} healthy pods and has ${String(healthy)} currently`,
  );
}

/** Whether a pod may go that is not ready: always, or while enough others are. */
function takesUnready(budget: JsonObject): boolean {
  if (textAt(budget, "spec", "unhealthyPodEvictionPolicy") === "AlwaysAllow") return true;
  const wanted = countAt(budget, "desiredHealthy");
  return wanted > 0 && countAt(budget, "currentHealthy") >= wanted;
}

function countAt(budget: JsonObject, field: string): number {
  return numberAt(budget, "status", field) ?? 0;
}

function healthyNow(budget: JsonObject, { store }: World): number {
  const pods = store.list({ group: "", plural: "pods" }, idOf(budget).namespace).items;
  return pods.filter((pod) => isGuarded(pod, budget) && isReady(pod) && !isTerminating(pod)).length;
}

function isGuarded(pod: JsonObject, budget: JsonObject): boolean {
  return isSelected(pod, objectAt(budget, "spec", "selector"));
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
