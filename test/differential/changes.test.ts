import { type JsonObject, textAt } from "../../src/core/object/json.ts";
import { compareScenarios } from "./compare-servers.ts";
import { inTurn } from "./in-turn.ts";
import { clusterWide, container, deployment, job, made, service, workload } from "./objects.ts";
import { type Scenario, scenario } from "./scenario.ts";

/** What may change of an object, and what not: each change is a merge patch of its spec. */
function changes(object: JsonObject, specs: readonly JsonObject[]): Scenario {
  return scenario(`of a ${textAt(object, "kind") ?? ""}`, async (to) => {
    await to.create(object, { as: "alice" });
    await inTurn(specs, async (spec) => to.patch(object, { merge: { spec } }, { as: "bob" }));
  });
}

const CLAIM = made("v1", "PersistentVolumeClaim", {
  spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
});
const RBAC = "rbac.authorization.k8s.io";

compareScenarios("changes", [
  changes(deployment(), [
    { replicas: 5, paused: true },
    { selector: { matchLabels: { app: "y" } } },
    { strategy: { type: "Recreate" } },
    { strategy: { type: "Recreate", rollingUpdate: null } },
    { strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 0, maxUnavailable: 0 } } },
    {
      strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: "150%", maxUnavailable: "x" } },
    },
    { progressDeadlineSeconds: 5, minReadySeconds: 10 },
    { template: { spec: { restartPolicy: "OnFailure" } } },
    { template: { spec: { activeDeadlineSeconds: 5 } } },
  ]),
  changes(workload("StatefulSet", { serviceName: "x" }), [
    { replicas: 5 },
    { serviceName: "y" },
    { podManagementPolicy: "Parallel" },
    { updateStrategy: { type: "OnDelete" } },
    { updateStrategy: { type: "OnDelete", rollingUpdate: null } },
    { volumeClaimTemplates: [{ metadata: { name: "d" }, spec: {} }] },
    { persistentVolumeClaimRetentionPolicy: { whenDeleted: "Delete" } },
    { minReadySeconds: 5, ordinals: { start: 2 } },
  ]),
  changes(workload("DaemonSet"), [
    { template: { spec: { containers: [container("other")] } } },
    { selector: { matchLabels: { app: "y" } } },
    { updateStrategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 0 } } },
    { updateStrategy: { rollingUpdate: { maxUnavailable: 2 } } },
    { minReadySeconds: -1 },
  ]),
  changes(job({ completions: 2 }), [
    { completions: 3 },
    { parallelism: 2, suspend: true },
    { backoffLimit: 1, activeDeadlineSeconds: 5, ttlSecondsAfterFinished: 5 },
    { template: { spec: { containers: [container("other")] } } },
    { template: { spec: { nodeSelector: { a: "b" } } } },
    { completionMode: "Indexed" },
    { manualSelector: true },
  ]),
  changes(
    made("batch/v1", "CronJob", {
      spec: { schedule: "@daily", jobTemplate: { spec: job()["spec"] ?? {} } },
    }),
    [
      { schedule: "* * * * *", suspend: true },
      { schedule: "61 * * * *" },
      { schedule: "x" },
      { schedule: "" },
      { timeZone: "Europe/Berlin" },
      { timeZone: "Nowhere/Town" },
      { concurrencyPolicy: "Odd" },
      { startingDeadlineSeconds: -1, successfulJobsHistoryLimit: -1 },
    ],
  ),
  changes(CLAIM, [
    { resources: { requests: { storage: "2Gi" } } },
    { accessModes: ["ReadWriteMany"] },
    { storageClassName: "x" },
    { volumeName: "v" },
    { volumeMode: "Block" },
  ]),
  changes(service([{ port: 80, name: "http" }]), [
    { ports: [{ port: 81, name: "http" }] },
    { clusterIP: "10.0.0.9" },
    { clusterIP: "None" },
    { type: "NodePort" },
    { externalTrafficPolicy: "Local" },
    { type: "LoadBalancer" },
    { allocateLoadBalancerNodePorts: false },
    { type: "ClusterIP" },
    { sessionAffinity: "ClientIP", sessionAffinityConfig: { clientIP: { timeoutSeconds: 5 } } },
    { sessionAffinity: "None" },
    { publishNotReadyAddresses: true, trafficDistribution: "PreferClose" },
    { ipFamilies: ["IPv6"] },
    { ipFamilyPolicy: "RequireDualStack" },
    { type: "ExternalName", externalName: "example.com" },
  ]),
  changes(
    made("networking.k8s.io/v1", "Ingress", {
      spec: { defaultBackend: { service: { name: "x", port: { number: 80 } } } },
    }),
    [
      { ingressClassName: "nginx" },
      { ingressClassName: "Bad Name" },
      { defaultBackend: null },
      { defaultBackend: { service: { name: "x", port: {} } } },
      { rules: [{ host: "*.example.com" }, { host: "1.2.3.4" }, { host: "Bad Host" }] },
      { rules: [{ http: { paths: [{ path: "x", pathType: "Prefix", backend: {} }] } }] },
      { tls: [{ hosts: ["a.example"], secretName: "x" }] },
    ],
  ),
  changes(made("policy/v1", "PodDisruptionBudget", { spec: { minAvailable: 1 } }), [
    { minAvailable: "50%" },
    { minAvailable: "150%" },
    { maxUnavailable: 1 },
    { minAvailable: null, maxUnavailable: 1 },
    { selector: { matchExpressions: [{ key: "a", operator: "In" }] } },
    { unhealthyPodEvictionPolicy: "Odd" },
  ]),
  changes(
    made("autoscaling/v2", "HorizontalPodAutoscaler", {
      spec: {
        scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "x" },
        maxReplicas: 3,
      },
    }),
    [
      { minReplicas: 2 },
      { minReplicas: 5 },
      { maxReplicas: 0 },
      { minReplicas: 0 },
      { metrics: [{ type: "Resource", resource: { name: "cpu", target: { type: "Odd" } } }] },
      { behavior: { scaleDown: { stabilizationWindowSeconds: 5000 } } },
    ],
  ),
  scenario("of a role binding", async (to) => {
    const binding = made(`${RBAC}/v1`, "RoleBinding", {
      roleRef: { kind: "Role", name: "x", apiGroup: RBAC },
      subjects: [{ kind: "User", name: "a" }],
    });
    await to.create(binding);
    await to.patch(binding, { merge: { roleRef: { name: "y" } } });
    await to.patch(binding, { merge: { subjects: [{ kind: "Odd", name: "a" }] } });
    await to.patch(binding, { merge: { subjects: [{ kind: "ServiceAccount", name: "a" }] } });
    await to.create({ ...binding, metadata: { name: "y" }, roleRef: {} });
    await to.create(made(`${RBAC}/v1`, "Role", { rules: [{ verbs: [] }] }));
    await to.create(
      made(`${RBAC}/v1`, "Role", { rules: [{ nonResourceURLs: ["/"], verbs: ["get"] }] }),
    );
  }),
  scenario("of classes of storage and ingresses", async (to) => {
    const storage = clusterWide("storage.k8s.io/v1", "StorageClass", { provisioner: "a.b/c" });
    await to.create(storage);
    await inTurn<JsonObject>(
      [
        { provisioner: "d.e/f" },
        { reclaimPolicy: "Retain" },
        { volumeBindingMode: "WaitForFirstConsumer" },
        { allowVolumeExpansion: true },
        { parameters: { a: "b" } },
      ],
      async (merge) => to.patch(storage, { merge }),
    );
    const ingress = clusterWide("networking.k8s.io/v1", "IngressClass", {
      spec: { controller: "example.com/c" },
    });
    await to.create(ingress);
    await to.patch(ingress, { merge: { spec: { controller: "example.com/d" } } });
  }),
]);
