import type { JsonObject } from "../../core/object/json.ts";

const HEALTHY: readonly (readonly [type: string, reason: string, message: string])[] = [
  ["MemoryPressure", "KubeletHasSufficientMemory", "kubelet has sufficient memory available"],
  ["DiskPressure", "KubeletHasNoDiskPressure", "kubelet has no disk pressure"],
  ["PIDPressure", "KubeletHasSufficientPID", "kubelet has sufficient PID available"],
];

/** The status of a healthy node. */
export function nodeStatus(name: string, time: string): JsonObject {
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
