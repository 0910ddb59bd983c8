import type { JsonObject } from "../../core/object/json.ts";
import { isOf, NODES } from "./collections.ts";
import { conditionsOf } from "./conditions.ts";
import { type Controller, SETTLED } from "./controller.ts";
import { timeText } from "./time-text.ts";
import { writeStatus } from "./writes.ts";

/** Gives a node its status once: it is ready, and has room for many pods. */
export function nodeController(): Controller {
  return {
    name: "kubelet",
    userAgent: "kubelet",
    concerns: ({ place, kind }) => (isOf(place, NODES) && kind === "added" ? [place] : []),
    decide: (place, view) => {
      const node = view.get(place);
      if (node === undefined || conditionsOf(node).length > 0) return SETTLED;
      return { writes: writeStatus(node, nodeStatus(place.name, timeText(view.now))) };
    },
  };
}

const HEALTHY: readonly (readonly [type: string, reason: string, message: string])[] = [
  ["MemoryPressure", "KubeletHasSufficientMemory", "kubelet has sufficient memory available"],
  ["DiskPressure", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"],
  ["PIDPressure", "KubeletHasSufficientPID", "kubelet has sufficient PID available"],
];

function nodeStatus(name: string, time: string): JsonObject {
  const times = { lastHeartbeatTime: time, lastTransitionTime: time };
  const capacity = { cpu: "64", memory: "256Gi", "ephemeral-storage": "1Ti", pods: "2k" };
  return {
    addresses: [
      { type: "InternalIP", address: "192.0.2.10" },
      { type: "Hostname", address: name },
    ],
    allocatable: capacity,
    capacity,
    conditions: [
      ...HEALTHY.map(([type, reason, message]) => ({
        type,
        status: "False",
        reason,
        message,
        ...times,
      })),
      {
        type: "Ready",
        status: "True",
        reason: "KubeletReady",
        message: "the pods of this node are only played",
        ...times,
      },
    ],
    daemonEndpoints: { kubeletEndpoint: { Port: 10_250 } },
    nodeInfo: {
      architecture: "amd64",
      bootID: "",
      containerRuntimeVersion: "containerd://2.0.0",
      kernelVersion: "",
      kubeProxyVersion: "",
      kubeletVersion: "v1.34.4",
      machineID: "",
      operatingSystem: "linux",
      osImage: "Lockstep embedded cluster",
      systemUUID: "",
    },
  };
}
