import { type Json, type JsonObject, listAt, textAt, valueAt } from "../object/json.ts";
import { generationOf, idOf } from "../object/live-object.ts";
import { kindKey } from "../object/object-id.ts";
import { isBuiltInKind, workloadFamilyOf } from "./kind-family.ts";
import type { RolloutReading } from "./rollout-reading.ts";

/**
 * Whether the controller has seen the generation of this same read. Where a kind must say so, an absent
 * `status.observedGeneration` means that it has not. Conditions with a generation of their own must be up to date too.
 * Without a status subresource every status write bumps the generation, so there it says nothing.
 *
 * @see https://github.com/kubernetes/community/blob/master/contributors/devel/sig-architecture/api-conventions.md#typical-status-properties
 */
export function isObserved(reading: RolloutReading): boolean {
  const { object, facts } = reading;
  const generation = generationOf(object);
  if (!facts.hasStatusSubresource || generation === undefined) return true;
  const observed = observedIn(valueAt(object, "status"));
  const isCurrent = observed === undefined ? !mustObserve(reading) : observed >= generation;
  return isCurrent && areConditionsCurrent(object, generation);
}

/** Kubernetes' own kinds whose controllers always say what they have observed. */
const OBSERVERS: ReadonlySet<string> = new Set([
  "Deployment.apps",
  "StatefulSet.apps",
  "DaemonSet.apps",
  "ReplicaSet.apps",
  "ReplicationController",
  "PodDisruptionBudget.policy",
]);

/** The schemas of some built-in kinds declare the field and their controllers never write it (autoscalers). */
function mustObserve({ object, facts }: RolloutReading): boolean {
  if (isBuiltInKind(object)) return OBSERVERS.has(kindKey(idOf(object)));
  return facts.declaresObservedGeneration;
}

/** The scheduler never renews its condition of a Pod that was resized, so those of Pods are not asked. */
function areConditionsCurrent(body: JsonObject, generation: number): boolean {
  if (workloadFamilyOf(body) === "Pod") return true;
  return listAt(body, "status", "conditions").every(
    (each) => (observedIn(each) ?? generation) >= generation,
  );
}

/** Some kinds, such as Argo's Rollout, write the number as text. */
function observedIn(value: Json | undefined): number | undefined {
  const observed = valueAt(value, "observedGeneration");
  if (typeof observed === "number") return observed;
  return typeof observed === "string" && /^\d+$/.test(observed) ? Number(observed) : undefined;
}

/** What an object that is not observed says: `generation 3 of the Kibana, observed 2`. */
export function notObservedText(body: JsonObject): string {
  const observed = observedIn(valueAt(body, "status")) ?? "none";
  const stale = observed === generationOf(body) ? ", with older conditions" : "";
  const kind = textAt(body, "kind") ?? "object";
  return `generation ${generationOf(body)} of the ${kind}, observed ${observed}${stale}`;
}
