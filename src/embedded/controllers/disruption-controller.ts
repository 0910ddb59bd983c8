import {
  type Json,
  type JsonObject,
  numberAt,
  objectAt,
  textAt,
  valueAt,
} from "../../core/object/json.ts";
import { idOf, isTerminating } from "../../core/object/live-object.ts";
import {
  DEPLOYMENTS,
  DISRUPTION_BUDGETS,
  isOf,
  PODS,
  REPLICA_SETS,
  STATEFUL_SETS,
} from "../kinds/collections.ts";
import { isSelected } from "../kinds/is-selected.ts";
import type { Change, Place } from "../store/object-store.ts";
import { timeText } from "../time-text.ts";
import { conditionsOf, setCondition } from "./conditions.ts";
import { type ClusterView, type Controller, type Decision, SETTLED } from "./controller.ts";
import { portionOf } from "./deployment-spec.ts";
import { controllerOf } from "./owner-reference.ts";
import { isFinished, isReady } from "./pod-facts.ts";
import { writeStatus } from "./writes.ts";

/**
 * Counts how many pods of a PodDisruptionBudget may be evicted.
 * @see https://kubernetes.io/docs/concepts/workloads/pods/disruptions/
 */
export function disruptionController(): Controller {
  return {
    name: "controllermanager",
    userAgent: "kube-controller-manager",
    concerns,
    decide,
  };
}

function concerns({ place, object, before }: Change, view: ClusterView): readonly Place[] {
  if (isOf(place, DISRUPTION_BUDGETS)) return [place];
  if (!isOf(place, PODS)) return [];
  return view
    .list(DISRUPTION_BUDGETS, place.namespace)
    .filter((budget) => {
      const selector = objectAt(budget, "spec", "selector");
      return isSelected(object, selector) || (before !== undefined && isSelected(before, selector));
    })
    .map((budget) => ({
      ...DISRUPTION_BUDGETS,
      namespace: place.namespace,
      name: idOf(budget).name,
    }));
}

function decide(place: Place, view: ClusterView): Decision {
  const budget = view.get(place);
  if (budget === undefined || isTerminating(budget)) return SETTLED;
  const selector = objectAt(budget, "spec", "selector");
  const pods = view
    .list(PODS, place.namespace)
    .filter((pod) => isSelected(pod, selector) && !isFinished(pod));
  const { expected, desired } = neededOf(budget, pods, view);
  const healthy = pods.filter((pod) => isReady(pod) && !isTerminating(pod)).length;
  const allowed = expected === 0 ? 0 : Math.max(0, healthy - desired);
  const generation = numberAt(budget, "metadata", "generation") ?? 1;
  const condition = {
    type: "DisruptionAllowed",
    observedGeneration: generation,
    status: allowed > 0 ? "True" : "False",
    lastTransitionTime: timeText(view.now),
    reason: allowed > 0 ? "SufficientPods" : "InsufficientPods",
    message: "",
  };
  return {
    writes: writeStatus(budget, {
      conditions: setCondition(conditionsOf(budget), condition),
      currentHealthy: healthy,
      desiredHealthy: desired,
      disruptionsAllowed: allowed,
      expectedPods: expected,
      observedGeneration: generation,
    }),
  };
}

function neededOf(
  budget: JsonObject,
  pods: readonly JsonObject[],
  view: ClusterView,
): { readonly expected: number; readonly desired: number } {
  const atLeast = valueAt(budget, "spec", "minAvailable");
  const atMost = valueAt(budget, "spec", "maxUnavailable");
  if (typeof atLeast === "number") return { expected: pods.length, desired: atLeast };
  const expected = scaleOf(pods, view);
  if (atLeast !== undefined) return { expected, desired: portionOf(atLeast, expected, "up") };
  return { expected, desired: Math.max(0, expected - portionOf(atMost, expected, "up")) };
}

/** The replicas of all workloads that the pods belong to. */
function scaleOf(pods: readonly JsonObject[], view: ClusterView): number {
  const scales = new Map<string, number>();
  for (const pod of pods) {
    const { key, replicas } = workloadOf(controllerOf(pod), idOf(pod).namespace, view);
    scales.set(key, replicas);
  }
  return [...scales.values()].reduce((sum, each) => sum + each, 0);
}

function workloadOf(
  reference: Json | undefined,
  namespace: string,
  view: ClusterView,
): { readonly key: string; readonly replicas: number } {
  const kind = textAt(reference, "kind") ?? "";
  const name = textAt(reference, "name") ?? "";
  const collection = {
    ReplicaSet: REPLICA_SETS,
    StatefulSet: STATEFUL_SETS,
    Deployment: DEPLOYMENTS,
  }[kind];
  const owner = collection === undefined ? undefined : view.get({ ...collection, namespace, name });
  const above = kind === "ReplicaSet" ? controllerOf(owner) : undefined;
  if (above !== undefined) return workloadOf(above, namespace, view);
  return { key: `${kind}/${name}`, replicas: numberAt(owner, "spec", "replicas") ?? 1 };
}
