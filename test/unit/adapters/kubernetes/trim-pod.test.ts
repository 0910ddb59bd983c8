import { expect, test } from "vitest";
import { trimPod } from "../../../../src/adapters/kubernetes/trim-pod.ts";

test("a pod keeps what the rollout rules read, and nothing else", () => {
  const metadata = {
    name: "web-1",
    namespace: "shop",
    uid: "u",
    resourceVersion: "7",
    labels: { app: "web" },
    annotations: { "lockstep.dev/version": "1.2.3" },
    ownerReferences: [{ kind: "ReplicaSet", name: "web", uid: "r", controller: true }],
    deletionTimestamp: "2026-01-01T00:00:00Z",
  };
  const status = {
    phase: "Running",
    conditions: [{ type: "Ready", status: "True" }],
    startTime: "2026-01-01T00:00:00Z",
  };
  const pod = {
    apiVersion: "v1",
    kind: "Pod",
    metadata: { ...metadata, managedFields: [{ manager: "kubelet" }], generateName: "web-" },
    spec: {
      containers: [{ name: "web", image: "web:1.2.3", env: [{ name: "PASSWORD", value: "x" }] }],
      volumes: [{ name: "v" }],
      nodeName: "n",
    },
    status: { ...status, hostIP: "10.0.0.1", qosClass: "BestEffort" },
  };
  expect(trimPod(pod)).toEqual({
    apiVersion: "v1",
    kind: "Pod",
    metadata,
    spec: { containers: [{ name: "web", image: "web:1.2.3" }] },
    status,
  });
});
