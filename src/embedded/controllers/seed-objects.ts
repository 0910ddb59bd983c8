import type { JsonObject } from "../../core/object/json.ts";

const NODE_NAME = "embedded";

/** The objects of a new cluster that belong to its controllers: its one node, without status, and its storage class. */
export const SEED_OBJECTS: readonly JsonObject[] = [
  {
    apiVersion: "v1",
    kind: "Node",
    metadata: {
      name: NODE_NAME,
      labels: {
        "kubernetes.io/arch": "amd64",
        "kubernetes.io/hostname": NODE_NAME,
        "kubernetes.io/os": "linux",
      },
    },
    spec: {},
  },
  {
    apiVersion: "storage.k8s.io/v1",
    kind: "StorageClass",
    metadata: {
      name: "standard",
      annotations: { "storageclass.kubernetes.io/is-default-class": "true" },
    },
    provisioner: "lockstep.dev/embedded",
    reclaimPolicy: "Delete",
    volumeBindingMode: "Immediate",
  },
];
