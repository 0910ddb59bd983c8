import { isJsonEqual, type JsonObject, objectAt, textAt } from "../../src/core/object/json.ts";
import { generationOf } from "../../src/core/object/live-object.ts";
import { withStatus } from "../support/server-side-apply.ts";
import { isRunning, podsOf, type SimObject, type SimPod } from "./sim-object.ts";
import { isHidden, type LiveSpec, readSpec, versionText } from "./wish.ts";

/**
 * What the operator says now: true at this moment of what it has seen, and stale soon after. A hasty one says of another version
 * first that it has seen it, and leaves what it said of health before: only the version tells.
 *
 * @returns The live object with that status.
 */
export function writeStatus(
  object: SimObject,
  { live, seen }: { readonly live: JsonObject; readonly seen: JsonObject },
): JsonObject {
  const spec = readSpec(seen);
  const before = objectAt(live, "status") ?? {};
  const observedGeneration = generationOf(seen) ?? 0;
  const whole = {
    ...(mayBeHasty(object, before, spec) ? before : statusOf(object, spec)),
    observedGeneration,
  };
  return isJsonEqual(whole, before) ? live : withStatus(live, whole);
}

/** Of kinds whose pods nobody sees, and only while the version that was said is the lowest one and another than the new one. */
function mayBeHasty(object: SimObject, before: JsonObject, { version }: LiveSpec): boolean {
  if (!object.isHasty || !isHidden(object.role)) return false;
  const lowest = lowestOf(podsOf(object));
  return lowest !== version && textAt(before, "version") === versionText(lowest);
}

function lowestOf(pods: readonly SimPod[]): number {
  return Math.min(...pods.map((pod) => pod.version));
}

function statusOf(object: SimObject, spec: LiveSpec): JsonObject {
  const pods = podsOf(object);
  return isHidden(object.role) ? hiddenStatus(pods, spec) : workloadStatus(pods, spec);
}

function hiddenStatus(pods: readonly SimPod[], spec: LiveSpec): JsonObject {
  const isReady = isRunning(spec, pods);
  return {
    phase: isReady ? "Ready" : "ApplyingChanges",
    health: isReady ? "green" : "yellow",
    availableNodes: pods.length,
    ...(pods.length === 0 ? {} : { version: versionText(lowestOf(pods)) }),
  };
}

function workloadStatus(pods: readonly SimPod[], spec: LiveSpec): JsonObject {
  const staying = pods.filter((pod) => !pod.isGoing);
  const ready = staying.filter((pod) => pod.isReady).length;
  return {
    updateRevision: spec.revision,
    replicas: staying.length,
    updatedReplicas: staying.filter((pod) => pod.revision === spec.revision).length,
    readyReplicas: ready,
    availableReplicas: ready,
    conditions: [{ type: "Available", status: ready >= spec.replicas ? "True" : "False" }],
  };
}
