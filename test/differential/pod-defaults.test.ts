import { objectAt } from "../../src/core/object/json.ts";
import { compareScenarios } from "./compare-servers.ts";
import { minimal } from "./minimal.ts";
import { container, deployment, job, made, pod, workload } from "./objects.ts";
import { scenario } from "./scenario.ts";

const HTTP_GET = { httpGet: { port: 80 } };

compareScenarios("defaults of pods and workloads", [
  minimal("a pod", pod([container("a")])),
  minimal(
    "a pod with everything",
    pod(
      [
        container("a", {
          image: "registry.example/a",
          ports: [{ containerPort: 80 }],
          env: [
            { name: "A", valueFrom: { fieldRef: { fieldPath: "metadata.name" } } },
            { name: "B", valueFrom: { configMapKeyRef: { name: "x", key: "k" } } },
            { name: "C" },
          ],
          livenessProbe: HTTP_GET,
          readinessProbe: { exec: { command: ["true"] } },
          startupProbe: { tcpSocket: { port: 80 } },
          lifecycle: { preStop: { exec: { command: ["true"] } } },
          resources: { limits: { cpu: "1", memory: "1Gi" } },
          securityContext: {},
        }),
      ],
      {
        initContainers: [container("init", { image: "init:latest" })],
        securityContext: { runAsUser: 1 },
        volumes: [
          { name: "a", configMap: { name: "x" } },
          { name: "b", secret: { secretName: "x" } },
          {
            name: "c",
            projected: {
              sources: [{ serviceAccountToken: { path: "t" } }, { configMap: { name: "x" } }],
            },
          },
          {
            name: "d",
            downwardAPI: { items: [{ path: "n", fieldRef: { fieldPath: "metadata.name" } }] },
          },
          { name: "e", hostPath: { path: "/x" } },
          { name: "f", emptyDir: {} },
          { name: "g", persistentVolumeClaim: { claimName: "x" } },
          { name: "h", nfs: { server: "s", path: "/" } },
        ],
        nodeSelector: { a: "b" },
        tolerations: [{ key: "a", operator: "Exists", effect: "NoExecute" }],
        affinity: {
          podAntiAffinity: {
            preferredDuringSchedulingIgnoredDuringExecution: [
              { weight: 1, podAffinityTerm: { topologyKey: "host" } },
            ],
          },
        },
      },
    ),
  ),
  minimal(
    "a pod that is guaranteed",
    pod([
      container("a", {
        resources: { requests: { cpu: "1", memory: "1Gi" }, limits: { cpu: "1", memory: "1Gi" } },
      }),
    ]),
  ),
  minimal(
    "a pod on the host's network",
    pod([container("a", { ports: [{ containerPort: 80 }] })], { hostNetwork: true }),
  ),
  minimal("a pod without a token", pod([container("a")], { automountServiceAccountToken: false })),
  minimal("a Deployment", deployment()),
  minimal(
    "a Deployment that recreates",
    deployment([container("a")], { spec: { strategy: { type: "Recreate" } } }),
  ),
  minimal(
    "a Deployment with half a strategy",
    deployment([container("a")], { spec: { strategy: { rollingUpdate: { maxSurge: 1 } } } }),
  ),
  minimal(
    "a StatefulSet",
    workload("StatefulSet", {
      serviceName: "x",
      volumeClaimTemplates: [
        {
          metadata: { name: "data" },
          spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "1Gi" } } },
        },
      ],
    }),
  ),
  minimal(
    "a StatefulSet that waits",
    workload("StatefulSet", { updateStrategy: { type: "OnDelete" } }),
  ),
  minimal("a DaemonSet", workload("DaemonSet")),
  minimal("a ReplicaSet", workload("ReplicaSet")),
  minimal(
    "a CronJob",
    made("batch/v1", "CronJob", {
      spec: { schedule: "*/5 * * * *", jobTemplate: { spec: job()["spec"] ?? {} } },
    }),
  ),
  scenario("defaults of a Job", async (to) => {
    await to.create(
      {
        ...job(),
        spec: {
          ...objectAt(job(), "spec"),
          manualSelector: true,
          selector: { matchLabels: { job: "x" } },
          template: {
            metadata: { labels: { job: "x" } },
            spec: { restartPolicy: "Never", containers: [container("run")] },
          },
        },
      },
      { as: "alice" },
    );
    await to.create(
      {
        ...job({ completions: 3, parallelism: 2, completionMode: "Indexed" }),
        metadata: { name: "y" },
      },
      { as: "alice" },
    );
  }),
  scenario("an image's tag decides the pull policy", async (to) => {
    for (const [index, image] of [
      "a",
      "a:latest",
      "a:1",
      "a@sha256:".padEnd(73, "0"),
      "host:5000/a",
    ].entries()) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await to.create({ ...pod([container("a", { image })]), metadata: { name: `x${index}` } });
    }
  }),
]);
