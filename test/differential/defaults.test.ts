import { compareScenarios } from "./compare-servers.ts";
import { minimal } from "./minimal.ts";
import { clusterWide, configMap, container, made, secret, service, template } from "./objects.ts";

compareScenarios("defaults", [
  minimal("a ConfigMap", configMap({ a: "1" })),
  minimal("a Secret", secret({ a: "YQ==" })),
  minimal("a Secret from text", { ...secret({ b: "Yg==" }), stringData: { a: "a", b: "c" } }),
  minimal("a Service", service([{ port: 80 }])),
  minimal(
    "a Service without selector or address",
    made("v1", "Service", {
      spec: { clusterIP: "None", ports: [{ port: 80, name: "a", targetPort: "b" }] },
    }),
  ),
  minimal("a Service on nodes", service([{ port: 80 }], { type: "NodePort" })),
  minimal("a Service with a balancer", service([{ port: 80 }], { type: "LoadBalancer" })),
  minimal(
    "a Service elsewhere",
    made("v1", "Service", { spec: { type: "ExternalName", externalName: "example.com" } }),
  ),
  minimal(
    "a claim",
    made("v1", "PersistentVolumeClaim", {
      spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
    }),
  ),
  minimal(
    "a volume",
    clusterWide("v1", "PersistentVolume", {
      spec: {
        capacity: { storage: "1Gi" },
        accessModes: ["ReadWriteOnce"],
        hostPath: { path: "/x" },
      },
    }),
  ),
  minimal("a service account", made("v1", "ServiceAccount", {})),
  minimal(
    "an Ingress",
    made("networking.k8s.io/v1", "Ingress", {
      spec: {
        rules: [
          {
            host: "a.example",
            http: {
              paths: [
                {
                  path: "/",
                  pathType: "Prefix",
                  backend: { service: { name: "x", port: { number: 80 } } },
                },
              ],
            },
          },
        ],
      },
    }),
  ),
  minimal(
    "a network policy",
    made("networking.k8s.io/v1", "NetworkPolicy", {
      spec: { podSelector: {}, ingress: [{ from: [{ podSelector: {} }], ports: [{ port: 80 }] }] },
    }),
  ),
  minimal(
    "a network policy of egress",
    made("networking.k8s.io/v1", "NetworkPolicy", { spec: { podSelector: {}, egress: [{}] } }),
  ),
  minimal(
    "a disruption budget",
    made("policy/v1", "PodDisruptionBudget", {
      spec: { minAvailable: 1, selector: { matchLabels: { app: "x" } } },
    }),
  ),
  minimal(
    "an autoscaler",
    made("autoscaling/v2", "HorizontalPodAutoscaler", {
      spec: {
        scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "x" },
        maxReplicas: 3,
      },
    }),
  ),
  minimal(
    "a Role",
    made("rbac.authorization.k8s.io/v1", "Role", {
      rules: [{ apiGroups: [""], resources: ["pods"], verbs: ["get"] }],
    }),
  ),
  minimal(
    "a RoleBinding",
    made("rbac.authorization.k8s.io/v1", "RoleBinding", {
      roleRef: { kind: "Role", name: "x", apiGroup: "rbac.authorization.k8s.io" },
      subjects: [
        { kind: "User", name: "a" },
        { kind: "ServiceAccount", name: "b", namespace: "c" },
      ],
    }),
  ),
  minimal(
    "a ClusterRole",
    clusterWide("rbac.authorization.k8s.io/v1", "ClusterRole", {
      rules: [{ nonResourceURLs: ["/x"], verbs: ["get"] }],
    }),
  ),
  minimal(
    "a Lease",
    made("coordination.k8s.io/v1", "Lease", {
      spec: {
        holderIdentity: "a",
        leaseDurationSeconds: 15,
        renewTime: "2024-01-01T00:00:00.000000Z",
      },
    }),
  ),
  minimal(
    "an Event",
    made("v1", "Event", {
      involvedObject: { kind: "Pod", name: "x", namespace: "$ns" },
      reason: "R",
      message: "m",
      type: "Normal",
      source: { component: "c" },
    }),
  ),
  minimal("a priority class", clusterWide("scheduling.k8s.io/v1", "PriorityClass", { value: 5 })),
  minimal(
    "a storage class",
    clusterWide("storage.k8s.io/v1", "StorageClass", { provisioner: "example.com/p" }),
  ),
  minimal(
    "an ingress class",
    clusterWide("networking.k8s.io/v1", "IngressClass", { spec: { controller: "example.com/c" } }),
  ),
  minimal("a Namespace", clusterWide("v1", "Namespace", {})),
  minimal("a Node", clusterWide("v1", "Node", {})),
  minimal(
    "Endpoints",
    made("v1", "Endpoints", {
      subsets: [{ addresses: [{ ip: "10.1.0.1" }], ports: [{ port: 80 }] }],
    }),
  ),
  minimal(
    "an endpoint slice",
    made("discovery.k8s.io/v1", "EndpointSlice", {
      addressType: "IPv4",
      endpoints: [{ addresses: ["10.1.0.1"] }],
      ports: [{ port: 80 }],
    }),
  ),
  minimal("a quota", made("v1", "ResourceQuota", { spec: { hard: { pods: "5" } } })),
  minimal(
    "a limit range",
    made("v1", "LimitRange", { spec: { limits: [{ type: "Container", max: { cpu: "2" } }] } }),
  ),
  minimal("a pod template", made("v1", "PodTemplate", { template: template([container("a")]) })),
]);
