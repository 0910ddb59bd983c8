import { type JsonObject, listAt, numberAt, textAt, valueAt } from "../../core/object/json.ts";
import { isTerminating } from "../../core/object/live-object.ts";
import { timeOf } from "../time-text.ts";
import { conditionsOf, findCondition, isTrue } from "./conditions.ts";

/** Neither finished nor being deleted: the pods that count. */
export function isActive(pod: JsonObject): boolean {
  return !isFinished(pod) && !isTerminating(pod);
}

export function isFinished(pod: JsonObject): boolean {
  const phase = textAt(pod, "status", "phase");
  return phase === "Succeeded" || phase === "Failed";
}

export function isReady(pod: JsonObject): boolean {
  return isTrue(pod, "Ready");
}

/** When a ready pod becomes available: ready for `minReadySeconds`. `undefined` when it is not ready. */
function availableAt(pod: JsonObject, minReadySeconds: number): number | undefined {
  if (!isReady(pod)) return undefined;
  if (minReadySeconds === 0) return 0;
  const since = textAt(findCondition(conditionsOf(pod), "Ready"), "lastTransitionTime");
  return (timeOf(since) ?? 0) + minReadySeconds * 1000;
}

export function isAvailable(pod: JsonObject, minReadySeconds: number, now: number): boolean {
  const at = availableAt(pod, minReadySeconds);
  return at !== undefined && at <= now;
}

/** How long until the next of these ready pods becomes available; `undefined` when all are, or none is ready. */
export function untilAvailable(
  pods: readonly JsonObject[],
  minReadySeconds: number,
  now: number,
): { readonly againMs?: number } {
  const waits = pods
    .map((pod) => (availableAt(pod, minReadySeconds) ?? 0) - now)
    .filter((wait) => wait > 0);
  return waits.length === 0 ? {} : { againMs: Math.min(...waits) };
}

export function restartsOf(pod: JsonObject): number {
  return Math.max(
    0,
    ...listAt(pod, "status", "containerStatuses").map(
      (each) => numberAt(each, "restartCount") ?? 0,
    ),
  );
}

export function nodeOf(pod: JsonObject): string {
  return textAt(pod, "spec", "nodeName") ?? "";
}

/** Whether the labels carry everything that `matchLabels` asks for. */
export function hasLabels(object: JsonObject, wanted: JsonObject): boolean {
  return Object.entries(wanted).every(
    ([key, value]) => valueAt(object, "metadata", "labels", key) === value,
  );
}
