import {
  isJsonObject,
  type Json,
  type JsonObject,
  listAt,
  numberAt,
  objectAt,
  textAt,
} from "../../core/object/json.ts";
import { forbidden } from "../refusals.ts";
import { timeText } from "../time-text.ts";
import { addServiceAccount } from "./add-service-account.ts";
import { addTolerations } from "./add-tolerations.ts";
import { PODS } from "./collections.ts";
import { podPriority } from "./pod-priority.ts";
import { qosClass } from "./qos-class.ts";
import type { World } from "./resource.ts";

const GATED_MESSAGE = "Scheduling is blocked due to non-empty scheduling gates";

/**
 * What a new pod gets beyond its defaults, in the order of the server's admission plugins.
 * @throws {StatusError} 403 when a service account, a priority class or a runtime class is missing.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/admission-controllers/
 */
export function admitPod(pod: JsonObject, world: World): JsonObject {
  const { status: _, ...rest } = pod;
  const spec = { ...objectAt(rest, "spec"), ...graceOf(rest), ...podPriority(rest, world) };
  const served = addServiceAccount({ ...rest, spec }, world);
  const tolerant = addTolerations(objectAt(served, "spec") ?? {});
  checkRuntimeClass(served, world);
  return { ...served, spec: tolerant, status: initialStatus(tolerant, world.now()) };
}

/** What an update of a pod keeps when it is left out. */
export function admitPodUpdate(next: JsonObject, live: JsonObject): JsonObject {
  const spec = objectAt(next, "spec") ?? {};
  const was = objectAt(live, "spec") ?? {};
  const kept = ["priority", "preemptionPolicy"].flatMap((field): [string, Json][] => {
    const value = was[field];
    return value === undefined || spec[field] !== undefined ? [] : [[field, value]];
  });
  return { ...next, spec: addTolerations({ ...spec, ...Object.fromEntries(kept) }) };
}

/** A negative time to stop in stands for the shortest one. */
function graceOf(pod: JsonObject): JsonObject {
  const seconds = numberAt(objectAt(pod, "spec"), "terminationGracePeriodSeconds") ?? 0;
  return seconds < 0 ? { terminationGracePeriodSeconds: 1 } : {};
}

function checkRuntimeClass(pod: JsonObject, world: World): void {
  const name = textAt(pod, "spec", "runtimeClassName");
  if (name === undefined) return;
  const place = { group: "node.k8s.io", plural: "runtimeclasses", namespace: "", name };
  if (world.store.get(place) !== undefined) return;
  throw forbidden(PODS, {
    name: textAt(pod, "metadata", "name") ?? "",
    why: `pod rejected: RuntimeClass "${name}" not found`,
  });
}

function initialStatus(spec: JsonObject, now: number): JsonObject {
  const isGated = listAt(spec, "schedulingGates").some(isJsonObject);
  return {
    phase: "Pending",
    ...(isGated ? { conditions: [gatedCondition(now)] } : {}),
    qosClass: qosClass(spec),
  };
}

function gatedCondition(now: number): JsonObject {
  return {
    type: "PodScheduled",
    status: "False",
    lastProbeTime: null,
    lastTransitionTime: timeText(now),
    reason: "SchedulingGated",
    message: GATED_MESSAGE,
  };
}
