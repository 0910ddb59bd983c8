import { type JsonObject, textAt } from "../../core/object/json.ts";
import { idOf, isTerminating } from "../../core/object/live-object.ts";
import type { ClusterView } from "./controller.ts";
import { isAvailable, isFinished } from "./pod-facts.ts";
import { podRevision, type StatefulSetFacts } from "./stateful-set-facts.ts";
import { createMember } from "./stateful-set-pod.ts";
import type { Write } from "./write.ts";
import { remove, tell, warn } from "./writes.ts";

/** So many pods of a parallel set are made or deleted at once. */
const BURST = 50;

/**
 * What is to be done with the pods now: missing ones in order, superfluous ones from the top, then old ones from the top.
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/statefulset/#deployment-and-scaling-guarantees
 */
export function statefulSetSteps(facts: StatefulSetFacts, view: ClusterView): readonly Write[] {
  const filled = fill(facts, view);
  if (!filled.goesOn) return filled.writes;
  const shrunk = shrink(facts);
  const writes = [...filled.writes, ...shrunk.writes].slice(0, BURST * 4);
  if (!shrunk.goesOn || writes.length > 0 || facts.isOnDelete) return writes;
  return update(facts);
}

interface Steps {
  readonly writes: readonly Write[];
  /** Whether the next kind of step may be taken. */
  readonly goesOn: boolean;
}

function fill(facts: StatefulSetFacts, view: ClusterView): Steps {
  const { replicas, start, pods, isParallel } = facts;
  const writes: Write[] = [];
  for (let ordinal = start; ordinal < start + replicas; ordinal += 1) {
    const pod = pods.get(ordinal);
    writes.push(
      ...(pod === undefined ? createMember(facts, ordinal, view) : replaceEnded(facts, pod)),
    );
    if (!isParallel && !isSettled(facts, pod)) return { writes, goesOn: false };
    if (writes.length > BURST * 4) break;
  }
  return { writes, goesOn: true };
}

function replaceEnded({ set }: StatefulSetFacts, pod: JsonObject): readonly Write[] {
  if (!isFinished(pod) || isTerminating(pod)) return [];
  const { namespace, name } = idOf(pod);
  const text = `StatefulSet ${namespace}/${idOf(set).name} is recreating failed Pod ${name}`;
  return [remove(pod), warn(set, "RecreatingFailedPod", text)];
}

/** Running, ready for long enough and there to stay: the next one may be looked at. */
function isSettled(facts: StatefulSetFacts, pod: JsonObject | undefined): boolean {
  return (
    pod !== undefined &&
    textAt(pod, "status", "phase") === "Running" &&
    !isTerminating(pod) &&
    isAvailable(pod, facts.minReadySeconds, facts.now)
  );
}

function shrink(facts: StatefulSetFacts): Steps {
  const { set, replicas, start, pods, isParallel } = facts;
  const condemned = [...pods]
    .filter(([ordinal]) => ordinal < start || ordinal >= start + replicas)
    .toSorted(([a], [b]) => b - a)
    .map(([, pod]) => pod);
  const firstUnhealthy = condemned.findLast((pod) => !isSettled(facts, pod));
  const writes: Write[] = [];
  for (const pod of condemned) {
    if (isTerminating(pod)) {
      if (isParallel) continue;
      return { writes, goesOn: false };
    }
    if (!isParallel && !isSettled(facts, pod) && pod !== firstUnhealthy) {
      return { writes, goesOn: false };
    }
    writes.push(...deleteMember(set, pod));
    if (!isParallel) return { writes, goesOn: false };
  }
  return { writes, goesOn: condemned.length === 0 };
}

/** From the top, one at a time, down to the partition. */
function update(facts: StatefulSetFacts): readonly Write[] {
  const { set, replicas, start, partition, pods, updateRevision } = facts;
  for (let ordinal = start + replicas - 1; ordinal >= start + partition; ordinal -= 1) {
    const pod = pods.get(ordinal);
    if (pod === undefined) return [];
    if (podRevision(pod) !== updateRevision && !isTerminating(pod)) return deleteMember(set, pod);
    if (!isSettled(facts, pod)) return [];
  }
  return [];
}

function deleteMember(set: JsonObject, pod: JsonObject): readonly Write[] {
  const text = `delete Pod ${idOf(pod).name} in StatefulSet ${idOf(set).name} successful`;
  return [remove(pod), tell(set, "SuccessfulDelete", text)];
}
