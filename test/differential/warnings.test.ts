import type { JsonObject } from "../../src/core/object/json.ts";
import { compareScenarios } from "./compare-servers.ts";
import { inTurn } from "./in-turn.ts";
import {
  clusterWide,
  container,
  deployment,
  job,
  made,
  pod,
  secret,
  service,
  workload,
} from "./objects.ts";
import { scenario } from "./scenario.ts";

const TWICE = { env: [{ name: "A" }, { name: "B" }, { name: "A" }, { name: "A" }] };

compareScenarios("warnings", [
  scenario("of a pod", async (to) => {
    await inTurn<JsonObject>(
      [
        { nodeSelector: { "beta.kubernetes.io/os": "linux", a: "b" } },
        {
          topologySpreadConstraints: [
            { maxSkew: 1, topologyKey: "z", whenUnsatisfiable: "DoNotSchedule" },
          ],
        },
        { hostAliases: [{ ip: "1.1.1.1" }, { ip: "1.1.1.1" }] },
        { imagePullSecrets: [{ name: "a" }, {}] },
        { terminationGracePeriodSeconds: -1 },
        { volumes: [{ name: "v", gitRepo: { repository: "x" } }] },
        { volumes: [{ name: "v", emptyDir: { sizeLimit: "0.1" } }] },
        {
          affinity: {
            podAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: "z" }],
            },
            nodeAffinity: {
              requiredDuringSchedulingIgnoredDuringExecution: {
                nodeSelectorTerms: [
                  { matchExpressions: [{ key: "beta.kubernetes.io/arch", operator: "Exists" }] },
                ],
              },
            },
          },
        },
      ],
      async (spec) => to.create(pod([container("a")], spec), { dryRun: "All" }),
    );
  }),
  scenario("of containers", async (to) => {
    await inTurn<JsonObject>(
      [
        TWICE,
        { resources: { requests: { memory: "100m" }, limits: { memory: "1500m" } } },
        { ports: [{ containerPort: 80 }, { containerPort: 80 }] },
        {
          ports: [
            { containerPort: 80, name: "a" },
            { containerPort: 80, protocol: "UDP" },
          ],
        },
      ],
      async (rest) => to.create(pod([container("a", rest)]), { dryRun: "All" }),
    );
    await to.create(
      pod([
        container("a", { ports: [{ containerPort: 80 }] }),
        container("b", { ports: [{ containerPort: 80 }], ...TWICE }),
      ]),
      { dryRun: "All" },
    );
    await to.create(pod([container("a")], { initContainers: [container("i", TWICE)] }), {
      dryRun: "All",
    });
  }),
  scenario("of a template, each time that it changes", async (to) => {
    await to.create(deployment([container("a", TWICE)]));
    await to.patch(deployment(), { merge: { metadata: { labels: { a: "1" } } } });
    await to.patch(deployment(), { merge: { spec: { replicas: 3 } } });
    await to.patch(deployment(), { merge: { spec: { replicas: 4 } } }, { dryRun: "All" });
    await to.update(deployment([container("a", TWICE)]));
  }),
  scenario("of other workloads", async (to) => {
    const template = {
      metadata: { labels: { app: "x" } },
      spec: { containers: [container("a", TWICE)] },
    };
    await inTurn(["StatefulSet", "DaemonSet", "ReplicaSet"], async (kind) => {
      await to.create(workload(kind, { template }), { dryRun: "All" });
      await to.create({ ...workload(kind), metadata: { name: "a.b" } }, { dryRun: "All" });
    });
    await to.create(workload("StatefulSet", { revisionHistoryLimit: -1 }), { dryRun: "All" });
    await to.create({ ...deployment(), metadata: { name: "a.b" } }, { dryRun: "All" });
    await to.create({ ...job(), metadata: { name: "a.b" } }, { dryRun: "All" });
    await to.create({ ...pod([container("a")]), metadata: { name: "a.b" } }, { dryRun: "All" });
    await to.create(job({ completionMode: "Indexed", completions: 200000, parallelism: 20000 }), {
      dryRun: "All",
    });
  }),
  scenario("of networks", async (to) => {
    const annotations = { "kubernetes.io/ingress.class": "x" };
    await to.create(
      made("networking.k8s.io/v1", "Ingress", {
        metadata: { name: "x", annotations },
        spec: { defaultBackend: { service: { name: "x", port: { number: 1 } } } },
      }),
      { dryRun: "All" },
    );
    await inTurn<JsonObject>(
      [
        { externalIPs: ["1.1.1.1"] },
        { clusterIP: "None", sessionAffinity: "ClientIP" },
        { type: "LoadBalancer", loadBalancerIP: "1.1.1.1" },
        { externalName: "a.b" },
      ],
      async (spec) => {
        await to.create(service([{ port: 80 }], spec));
        await to.delete(service([]));
      },
    );
    await to.create(
      {
        ...service([{ port: 80 }]),
        metadata: { name: "x", annotations: { "service.kubernetes.io/topology-mode": "auto" } },
      },
      { dryRun: "All" },
    );
    await to.create(service([{ port: 80 }, { port: 80, name: "b" }]), { dryRun: "All" });
  }),
  scenario("of what is cluster-wide", async (to) => {
    const hostPath = { path: "/x" };
    const volume = { capacity: { storage: "1Gi" }, accessModes: ["ReadWriteOnce"] };
    await inTurn<JsonObject>(
      [
        clusterWide("v1", "PersistentVolume", {
          spec: { ...volume, hostPath, persistentVolumeReclaimPolicy: "Recycle" },
        }),
        clusterWide("v1", "PersistentVolume", {
          spec: { ...volume, hostPath, capacity: { storage: "100m" } },
        }),
        clusterWide("v1", "Node", { spec: { podCIDR: "10.0.0.0/8", externalID: "x" } }),
        clusterWide("v1", "Namespace", {
          metadata: { name: "$ns-wide", labels: { "pod-security.kubernetes.io/enforce": "odd" } },
        }),
        clusterWide("v1", "Namespace", { metadata: { name: "kube-odd" } }),
      ],
      async (object) => to.create(object, { dryRun: "All" }),
    );
    await to.create(secret({}, { type: "kubernetes.io/service-account-token" }), { dryRun: "All" });
    await to.create(
      made("v1", "PersistentVolumeClaim", {
        metadata: { name: "x", annotations: { "volume.beta.kubernetes.io/storage-class": "x" } },
        spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "100m" } } },
      }),
      { dryRun: "All" },
    );
    await to.create(
      made("policy/v1", "PodDisruptionBudget", {
        spec: { minAvailable: 1, selector: { matchLabels: { "bad key!": "x" } } },
      }),
      { dryRun: "All" },
    );
  }),
]);
