import { isJsonEqual, type JsonObject, numberAt, objectAt } from "../../core/object/json.ts";
import { annotationOf, idOf, isTerminating } from "../../core/object/live-object.ts";
import {
  currentAnnotations,
  isSizedFor,
  newReplicaSet,
  nextRevision,
  REVISION,
  revisionOf,
  sizeAnnotations,
} from "./deployment-revisions.ts";
import { countIn, currentReplicas, replicasOf, type Scaling } from "./deployment-scaling.ts";
import { createdCondition, type DeploymentFacts, deploymentStatus } from "./deployment-status.ts";
import type { Write } from "./write.ts";
import { create, definedOnly, remove, replace, tell, writeStatus } from "./writes.ts";

/** Makes the ReplicaSet of the present template. */
export function createCurrent(facts: DeploymentFacts): readonly Write[] {
  const { deployment, spec, sets } = facts;
  const revision = nextRevision(sets);
  const replicas = currentReplicas(spec, sets);
  const replicaSet = newReplicaSet(deployment, spec, { revision, replicas });
  const { name } = idOf(replicaSet);
  const { conditions: _, ...counts } = deploymentStatus(facts);
  return [
    create(replicaSet),
    ...(replicas === 0 ? [] : [scaledEvent(deployment, name, { from: 0, to: replicas })]),
    ...writeDeployment(facts, `${revision}`, {
      ...counts,
      conditions: createdCondition(facts, name),
    }),
  ];
}

/** Gives the present ReplicaSet the annotations and the `minReadySeconds` of the Deployment. */
export function syncCurrent({ deployment, spec, sets }: DeploymentFacts): readonly Write[] {
  const { current } = sets;
  if (current === undefined) return [];
  const annotations = currentAnnotations(deployment, current, nextRevision(sets));
  const isSame =
    isJsonEqual(annotations, objectAt(current, "metadata", "annotations") ?? {}) &&
    (numberAt(current, "spec", "minReadySeconds") ?? 0) === spec.minReadySeconds;
  if (isSame) return [];
  const { minReadySeconds: _, ...rest } = objectAt(current, "spec") ?? {};
  return [
    replace({
      ...current,
      metadata: { ...objectAt(current, "metadata"), annotations },
      spec: spec.minReadySeconds === 0 ? rest : { ...rest, minReadySeconds: spec.minReadySeconds },
    }),
  ];
}

/**
 * After `kubectl scale`: the one ReplicaSet that has pods gets the new number at once. Several, in the middle of a rollout,
 * are only marked; the rollout goes on with the new number.
 */
export function resize({ deployment, spec, sets }: DeploymentFacts): readonly Write[] {
  const all = [...sets.old, ...(sets.current === undefined ? [] : [sets.current])];
  const active = all.filter((each) => replicasOf(each) > 0);
  if (active.every((each) => isSizedFor(each, spec.replicas))) return [];
  const [only] = active;
  if (active.length === 1 && only !== undefined) {
    return scaleTo(deployment, sizeAnnotations(spec), {
      replicaSet: only,
      replicas: spec.replicas,
    });
  }
  return active
    .filter((each) => !isSizedFor(each, spec.replicas))
    .map((each) => replace(annotated(each, sizeAnnotations(spec))));
}

/** Another number of replicas for a ReplicaSet, with the Event that tells it. */
export function scaleTo(
  deployment: JsonObject,
  size: JsonObject,
  { replicaSet, replicas }: Scaling,
): readonly Write[] {
  const from = replicasOf(replicaSet);
  const next = annotated(replicaSet, size);
  return [
    replace({ ...next, spec: { ...objectAt(next, "spec"), replicas } }),
    ...(from === replicas
      ? []
      : [scaledEvent(deployment, idOf(replicaSet).name, { from, to: replicas })]),
  ];
}

/** Removes the oldest ReplicaSets without pods beyond the history limit. */
export function removeHistory({ spec, sets }: DeploymentFacts): readonly Write[] {
  if (spec.historyLimit === undefined) return [];
  const alive = sets.old.filter((each) => !isTerminating(each));
  const excess = alive.length - spec.historyLimit;
  if (excess <= 0) return [];
  return alive
    .toSorted((a, b) => revisionOf(a) - revisionOf(b))
    .slice(0, excess)
    .filter((each) => replicasOf(each) === 0 && countIn(each, "replicas") === 0)
    .map((each) => remove(each));
}

/** Writes status and revision of the Deployment, when one of them is new. */
export function writeDeployment(
  { deployment }: DeploymentFacts,
  revision: string | undefined,
  status: Parameters<typeof writeStatus>[1],
): readonly Write[] {
  if (revision === undefined || annotationOf(deployment, REVISION) === revision) {
    return writeStatus(deployment, status);
  }
  const next = annotated(deployment, { [REVISION]: revision });
  const object = { ...next, status: definedOnly(status) };
  return [{ kind: "update", object, subresource: "status" }];
}

function annotated(object: JsonObject, more: JsonObject): JsonObject {
  const annotations = { ...objectAt(object, "metadata", "annotations"), ...more };
  return { ...object, metadata: { ...objectAt(object, "metadata"), annotations } };
}

function scaledEvent(
  deployment: JsonObject,
  name: string,
  { from, to }: { readonly from: number; readonly to: number },
): Write {
  const direction = to > from ? "up" : "down";
  return tell(
    deployment,
    "ScalingReplicaSet",
    `Scaled ${direction} replica set ${name} from ${from} to ${to}`,
  );
}
