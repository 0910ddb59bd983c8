import type { JsonObject } from "../../src/core/object/json.ts";

/** A CRD with defaults, an int32, an int64, a float, a quantity, a set, a keyed list and a place for anything. */
export function gadgetCrd(group: string): JsonObject {
  const spec = {
    type: "object",
    properties: {
      size: { type: "integer", format: "int32", default: 3 },
      weight: { type: "integer", format: "int64" },
      ratio: { type: "number" },
      memory: { "x-kubernetes-int-or-string": true },
      colour: { type: "string", default: "red" },
      tags: { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set" },
      parts: {
        type: "array",
        "x-kubernetes-list-type": "map",
        "x-kubernetes-list-map-keys": ["name"],
        items: {
          type: "object",
          required: ["name"],
          properties: { name: { type: "string" }, count: { type: "integer", default: 1 } },
        },
      },
      free: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    },
  };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `gadgets.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { kind: "Gadget", plural: "gadgets", singular: "gadget", listKind: "GadgetList" },
      versions: [
        {
          name: "v1",
          served: true,
          storage: true,
          schema: { openAPIV3Schema: { type: "object", properties: { spec } } },
        },
      ],
    },
  };
}

/**
 * Manifests whose stored form is another one than what was written: empty lists and maps, numbers, quantities, defaults of
 * every kind. As YAML, since people write them so.
 */
export function oddManifests(suffix: string, group: string): string {
  return `
apiVersion: ${group}/v1
kind: Gadget
metadata: { name: odd, annotations: {} }
spec:
  weight: 9007199254740991
  ratio: 1.0
  memory: 1000m
  tags: [b, a]
  parts: [{ name: wheel }, { name: axle, count: 2 }]
  free: { list: [], map: {}, deep: { on: yes, mode: 0755 } }
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
metadata: { name: odd }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view }
subjects: []
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ClusterRoleBinding
metadata: { name: odd-${suffix} }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: view }
subjects: []
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: { name: odd }
rules: []
---
apiVersion: apps/v1
kind: Deployment
metadata: { name: odd, creationTimestamp: null }
spec:
  replicas: 1
  strategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 25% } }
  selector: { matchLabels: { app: odd } }
  template:
    metadata: { labels: { app: odd }, creationTimestamp: null }
    spec:
      securityContext: {}
      initContainers: []
      containers:
        - name: web
          image: web:1.0.0
          env: [{ name: EMPTY, value: "" }, { name: MODE, value: "1" }]
          resources: { limits: { cpu: 1000m, memory: 1024Mi }, requests: { cpu: 0.5 } }
          ports: [{ containerPort: 80 }, { containerPort: 80, protocol: UDP }]
      volumes: [{ name: scratch, emptyDir: {} }]
---
apiVersion: v1
kind: Service
metadata: { name: odd, labels: {} }
spec:
  selector: { app: odd }
  ports: [{ port: 80, name: web }, { port: 53, protocol: UDP, name: dns, targetPort: dns }]
---
apiVersion: v1
kind: Secret
metadata: { name: odd }
stringData: { user: ada }
data: {}
---
apiVersion: v1
kind: ConfigMap
metadata: { name: odd }
data: { empty: "", lines: "a\\nb\\n" }
binaryData: { bytes: AAEC }
---
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata: { name: odd }
spec: { podSelector: {}, ingress: [], policyTypes: [Ingress] }
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: odd }
spec:
  rules:
    - host: odd.example
      http:
        paths:
          - { path: /, pathType: Prefix, backend: { service: { name: odd, port: { number: 80 } } } }
---
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: odd }
spec: { maxUnavailable: 1, selector: { matchLabels: { app: odd } } }
---
apiVersion: batch/v1
kind: CronJob
metadata: { name: odd }
spec:
  schedule: "0 0 1 1 *"
  jobTemplate:
    spec:
      template:
        spec: { restartPolicy: Never, containers: [{ name: run, image: "run:1.0.0" }] }
---
apiVersion: v1
kind: Pod
metadata: { name: odd }
spec: { containers: [{ name: run, image: "run:1.0.0" }] }
`;
}
