import { type JsonObject, numberAt } from "../../core/object/json.ts";
import type { ReplicaSets } from "./deployment-revisions.ts";
import type { DeploymentSpec } from "./deployment-spec.ts";

/** A ReplicaSet that is to have another number of replicas. */
export interface Scaling {
  readonly replicaSet: JsonObject;
  readonly replicas: number;
}

export function replicasOf(replicaSet: JsonObject): number {
  return numberAt(replicaSet, "spec", "replicas") ?? 1;
}

export function countIn(replicaSet: JsonObject | undefined, count: string): number {
  return numberAt(replicaSet, "status", count) ?? 0;
}

export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, each) => total + each, 0);
}

/**
 * How many replicas the present ReplicaSet should have now: as many as fit below `replicas` and the surge.
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#max-surge
 */
export function currentReplicas(spec: DeploymentSpec, sets: ReplicaSets): number {
  const have = sets.current === undefined ? 0 : replicasOf(sets.current);
  if (spec.isRecreate || have >= spec.replicas) return spec.replicas;
  const room = spec.replicas + spec.maxSurge - have - sum(sets.old.map(replicasOf));
  return have + Math.max(0, Math.min(room, spec.replicas - have));
}

/**
 * Which older ReplicaSets give up replicas now: first those that are not available anyway, then as many available ones as
 * may be missing.
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/deployment/#max-unavailable
 */
export function oldScalings(spec: DeploymentSpec, sets: ReplicaSets): readonly Scaling[] {
  const sizes = sets.old.map(replicasOf);
  const wanted = spec.isRecreate ? sizes.map(() => 0) : oldSizes(spec, sets);
  return sets.old.flatMap((replicaSet, index) => {
    const replicas = wanted[index] ?? 0;
    return replicas === sizes[index] ? [] : [{ replicaSet, replicas }];
  });
}

function oldSizes(spec: DeploymentSpec, sets: ReplicaSets): readonly number[] {
  const sizes = sets.old.map(replicasOf);
  const current = sets.current === undefined ? 0 : replicasOf(sets.current);
  const needed = spec.replicas - spec.maxUnavailable;
  const starting = current - countIn(sets.current, "availableReplicas");
  const surplus = current + sum(sizes) - needed - starting;
  if (surplus <= 0) return sizes;
  const unavailable = sets.old.map((each) =>
    Math.max(0, replicasOf(each) - countIn(each, "availableReplicas")),
  );
  const left = takeFrom(sizes, { most: unavailable, count: surplus });
  const available =
    countIn(sets.current, "availableReplicas") +
    sum(sets.old.map((each) => countIn(each, "availableReplicas")));
  return takeFrom(left, { most: left, count: available - needed });
}

/** Takes `count` in all, the first ones first, from each at most what `most` says. */
function takeFrom(
  sizes: readonly number[],
  { most, count }: { readonly most: readonly number[]; readonly count: number },
): readonly number[] {
  let left = Math.max(0, count);
  return sizes.map((size, index) => {
    const taken = Math.min(left, most[index] ?? 0);
    left -= taken;
    return size - taken;
  });
}
