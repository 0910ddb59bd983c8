import { type JsonObject, listAt, objectAt, textAt } from "../../core/object/json.ts";
import { quantityNanos } from "./quantity-nanos.ts";

const COUNTED = ["cpu", "memory"];

/**
 * How well a pod is treated when a node runs out of something.
 * @see https://kubernetes.io/docs/concepts/workloads/pods/pod-qos/
 */
export function qosClass(spec: JsonObject): "Guaranteed" | "Burstable" | "BestEffort" {
  const ofPod = objectAt(spec, "resources");
  const all =
    ofPod === undefined
      ? [...listAt(spec, "containers"), ...listAt(spec, "initContainers")].map(
          (each) => objectAt(each, "resources") ?? {},
        )
      : [ofPod];
  if (!all.some((each) => asks(each))) return "BestEffort";
  return all.every((each) => COUNTED.every((name) => isExact(each, name)))
    ? "Guaranteed"
    : "Burstable";
}

function asks(resources: JsonObject): boolean {
  return COUNTED.some(
    (name) => amountOf(resources, "requests", name) + amountOf(resources, "limits", name) > 0n,
  );
}

function isExact(resources: JsonObject, name: string): boolean {
  const limit = amountOf(resources, "limits", name);
  return limit > 0n && amountOf(resources, "requests", name) === limit;
}

function amountOf(resources: JsonObject, side: string, name: string): bigint {
  return quantityNanos(textAt(resources, side, name) ?? "0");
}
