import { type JsonObject, textAt, valueAt } from "../../core/object/json.ts";
import { PODS } from "../kinds/collections.ts";
import type { ClusterView } from "./controller.ts";
import { isFinished } from "./pod-facts.ts";

/** The first free address of 10.244.0.0/16; the node's own for a pod in its network. */
export function choosePodIp(pod: JsonObject, view: ClusterView, hostIp: string): string {
  if (valueAt(pod, "spec", "hostNetwork") === true) return hostIp;
  const used = new Set(
    view
      .list(PODS)
      .filter((each) => !isFinished(each))
      .map((each) => textAt(each, "status", "podIP")),
  );
  for (let index = 2; index < 65_534; index += 1) {
    const ip = `10.244.${index >> 8}.${index & 255}`;
    if (!used.has(ip)) return ip;
  }
  return hostIp;
}
