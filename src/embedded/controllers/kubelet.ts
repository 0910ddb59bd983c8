import { type JsonObject, listAt, textAt } from "../../core/object/json.ts";
import { idOf, isTerminating } from "../../core/object/live-object.ts";
import { CONFIG_MAPS, isOf, NODES, PODS, SECRETS } from "../kinds/collections.ts";
import type { Change, Place } from "../store/object-store.ts";
import { waiting } from "./container-status.ts";
import { type ClusterView, type Controller, type Decision, SETTLED } from "./controller.ts";
import { imageVerdict } from "./image-verdict.ts";
import type { KubeletDesk } from "./kubelet-desk.ts";
import type { Pace } from "./pace.ts";
import { openPodClocks } from "./pod-clock.ts";
import { isFinished, nodeOf } from "./pod-facts.ts";
import { containersOf, podStatus } from "./pod-status.ts";
import { keepRunning } from "./run-pod.ts";
import { isStarted, startPod } from "./start-pod.ts";
import { stopPod } from "./stop-pod.ts";
import { tell, writeStatus } from "./writes.ts";

/**
 * Plays the pods of all nodes: they start one after another, run, and stop.
 * @see https://kubernetes.io/docs/reference/command-line-tools-reference/kubelet/
 */
export function kubelet(pace: Pace): Controller {
  const clocks = openPodClocks(pace.podStartMs);
  const pulled = new Set<string>();
  return {
    name: "kubelet",
    userAgent: "kubelet",
    concerns,
    decide: (place, view) => {
      const pod = view.get(place);
      if (pod === undefined) {
        clocks.forget(place);
        return SETTLED;
      }
      const clock = clocks.of(pod, view.now);
      return decidePod({ pod, view, pace, pulled, clock, hostIp: hostIpOf(pod, view) });
    },
  };
}

function concerns({ place, kind, object }: Change, view: ClusterView): readonly Place[] {
  if (isOf(place, PODS)) {
    return nodeOf(object) !== "" || isTerminating(object) || kind === "deleted" ? [place] : [];
  }
  if (kind === "deleted" || !(isOf(place, CONFIG_MAPS) || isOf(place, SECRETS))) return [];
  return view
    .list(PODS, place.namespace)
    .filter((pod) => nodeOf(pod) !== "" && textAt(pod, "status", "phase") === "Pending")
    .map((pod) => ({ ...PODS, namespace: place.namespace, name: idOf(pod).name }));
}

function decidePod(desk: KubeletDesk): Decision {
  const { pod } = desk;
  if (isTerminating(pod)) return stopPod(desk);
  if (isFinished(pod) || nodeOf(pod) === "") return SETTLED;
  if (textAt(pod, "status", "startTime") === undefined) return admit(desk);
  return isStarted(pod) ? keepRunning(desk) : startPod(desk);
}

/** The node takes the pod in: its containers wait to be made. */
function admit({ pod, pulled, view, hostIp, clock }: KubeletDesk): Decision {
  const inits = containersOf(pod, "initContainers");
  const reason = inits.length === 0 ? "ContainerCreating" : "PodInitializing";
  const findings = {
    containers: containersOf(pod, "containers").map((each) => waiting(each, reason)),
    initContainers: inits.map((each) => waiting(each, "PodInitializing")),
  };
  const images = [...inits, ...containersOf(pod, "containers")]
    .map((each) => each.image)
    .filter((image) => imageVerdict(image) === "runs" && !pulled.has(image));
  return {
    writes: [
      ...writeStatus(pod, podStatus(pod, findings, { now: view.now, hostIp })),
      ...images.map((image) => tell(pod, "Pulling", `Pulling image "${image}"`)),
    ],
    againMs: clock.tryAt - view.now,
  };
}

function hostIpOf(pod: JsonObject, view: ClusterView): string {
  const node = view.get({ ...NODES, namespace: "", name: nodeOf(pod) });
  const address = listAt(node, "status", "addresses").find(
    (each) => textAt(each, "type") === "InternalIP",
  );
  return textAt(address, "address") ?? "192.0.2.10";
}
