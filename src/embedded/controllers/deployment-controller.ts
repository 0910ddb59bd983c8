import { numberAt } from "../../core/object/json.ts";
import { annotationOf, idOf, isTerminating, uidOf } from "../../core/object/live-object.ts";
import { DEPLOYMENTS, isOf, PODS, REPLICA_SETS } from "../kinds/collections.ts";
import type { StatusError } from "../status-error.ts";
import type { Change, Place } from "../store/object-store.ts";
import { claimObjects } from "./claim-objects.ts";
import { type ClusterView, type Controller, type Decision, SETTLED } from "./controller.ts";
import { REVISION, sizeAnnotations, sortReplicaSets } from "./deployment-revisions.ts";
import { currentReplicas, oldScalings, replicasOf } from "./deployment-scaling.ts";
import { deploymentSpecOf } from "./deployment-spec.ts";
import {
  type DeploymentFacts,
  deploymentStatus,
  isComplete,
  untilDeadline,
} from "./deployment-status.ts";
import {
  createCurrent,
  removeHistory,
  resize,
  scaleTo,
  syncCurrent,
  writeDeployment,
} from "./deployment-steps.ts";
import { isControlledBy, selfOrController } from "./owner-reference.ts";
import { isFinished } from "./pod-facts.ts";
import type { Write } from "./write.ts";
import { writeStatus } from "./writes.ts";

/**
 * Rolls Deployments out through ReplicaSets, one for each template.
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/deployment/
 * @param runsSince When the cluster was started, epoch milliseconds.
 */
export function deploymentController(runsSince: number): Controller {
  return {
    name: "deployment-controller",
    userAgent: "kube-controller-manager",
    concerns,
    decide: (place, view) => decide(place, view, runsSince),
    reportRefusal: (place, view, refusal) => {
      const facts = factsOf(place, view, runsSince);
      return facts === undefined ? [] : reportRefusal(facts, refusal);
    },
  };
}

const OWNER = { collection: DEPLOYMENTS, kind: "Deployment" };

/** A Deployment hears of its ReplicaSets, and of pods that are gone: `Recreate` waits for the last one. */
function concerns(change: Change, view: ClusterView): readonly Place[] {
  if (!isOf(change.place, PODS)) return selfOrController(change, OWNER);
  if (change.kind !== "deleted") return [];
  const sets = selfOrController(change, { collection: REPLICA_SETS, kind: "ReplicaSet" });
  return sets.flatMap((place) => {
    const object = view.get(place);
    if (object === undefined) return [];
    return selfOrController({ ...change, place, object, before: undefined }, OWNER);
  });
}

function decide(place: Place, view: ClusterView, runsSince: number): Decision {
  const facts = factsOf(place, view, runsSince);
  if (facts === undefined) return SETTLED;
  const { deployment, spec, sets } = facts;
  const claims = claimObjects(deployment, "ReplicaSet", view);
  if (claims.length > 0) return { writes: claims };
  const steps = isTerminating(deployment) ? [] : nextSteps(facts, view);
  if (steps.length > 0) return { writes: steps };
  const revision = sets.current === undefined ? undefined : annotationOf(sets.current, REVISION);
  const againMs = untilDeadline(facts);
  return {
    writes: [
      ...writeDeployment(facts, spec.isPaused ? undefined : revision, deploymentStatus(facts)),
      ...(isComplete(facts) && !isTerminating(deployment) ? removeHistory(facts) : []),
    ],
    ...(againMs === undefined ? {} : { againMs }),
  };
}

/** What is to be done with the ReplicaSets now; their change brings the next step. Empty when only the status is left. */
function nextSteps(facts: DeploymentFacts, view: ClusterView): readonly Write[] {
  const { deployment, spec, sets } = facts;
  const resized = resize(facts);
  if (resized.length > 0 || spec.isPaused) return resized;
  const down = oldScalings(spec, sets).flatMap((each) =>
    scaleTo(deployment, sizeAnnotations(spec), each),
  );
  if (spec.isRecreate && (down.length > 0 || hasOldPods(facts, view))) return down;
  if (sets.current === undefined) return createCurrent(facts);
  const synced = syncCurrent(facts);
  if (synced.length > 0) return synced;
  const replicas = currentReplicas(spec, sets);
  if (replicas === replicasOf(sets.current)) return down;
  return scaleTo(deployment, sizeAnnotations(spec), { replicaSet: sets.current, replicas });
}

function hasOldPods({ sets }: DeploymentFacts, view: ClusterView): boolean {
  return sets.old.some((each) => view.ownedBy(uidOf(each)).some((pod) => !isFinished(pod)));
}

function factsOf(place: Place, view: ClusterView, runsSince: number): DeploymentFacts | undefined {
  const deployment = view.get(place);
  if (deployment === undefined) return undefined;
  const owned = view
    .ownedBy(uidOf(deployment))
    .filter((each) => idOf(each).kind === "ReplicaSet" && isControlledBy(each, deployment));
  return {
    deployment,
    spec: deploymentSpecOf(deployment),
    sets: sortReplicaSets(deployment, owned),
    now: view.now,
    runsSince,
  };
}

/** The name of the new ReplicaSet is taken by another one: the next try has another hash. */
function reportRefusal(facts: DeploymentFacts, refusal: StatusError): readonly Write[] {
  if (refusal.reason !== "AlreadyExists") return [];
  const collisionCount = (numberAt(facts.deployment, "status", "collisionCount") ?? 0) + 1;
  return writeStatus(facts.deployment, { ...deploymentStatus(facts), collisionCount });
}
