import { describe, expect, test } from "vitest";
import {
  type Json,
  type JsonObject,
  type Step,
  valueAt,
} from "../../../../src/core/object/json.ts";
import { defaulted, write } from "./kind-bench.ts";

const CONTAINER = { name: "c", image: "a:1" };

function containerIn(spec: JsonObject, kind = "v1 Pod"): JsonObject[string] | undefined {
  const parts = kind === "v1 Pod" ? { spec } : { spec: { template: { spec } } };
  const object = defaulted(write(kind, parts));
  const root = kind === "v1 Pod" ? ["spec"] : ["spec", "template", "spec"];
  return valueAt(object, ...root, "containers", 0);
}

describe("defaults of a pod", () => {
  test("are those of the server", () => {
    expect(defaulted(write("v1 Pod", { spec: { containers: [CONTAINER] } }))["spec"]).toEqual({
      containers: [
        {
          name: "c",
          image: "a:1",
          imagePullPolicy: "IfNotPresent",
          resources: {},
          terminationMessagePath: "/dev/termination-log",
          terminationMessagePolicy: "File",
        },
      ],
      dnsPolicy: "ClusterFirst",
      enableServiceLinks: true,
      restartPolicy: "Always",
      schedulerName: "default-scheduler",
      securityContext: {},
      terminationGracePeriodSeconds: 30,
    });
  });

  test.each([
    ["nginx", "Always"],
    ["nginx:latest", "Always"],
    ["nginx:1", "IfNotPresent"],
    ["registry:5000/a", "Always"],
    ["registry:5000/a:1", "IfNotPresent"],
    [`a@sha256:${"a".repeat(64)}`, "IfNotPresent"],
    [`a:latest@sha256:${"a".repeat(64)}`, "Always"],
    ["A B", "IfNotPresent"],
    ["registry.io/Foo/a", "IfNotPresent"],
    ["", "IfNotPresent"],
  ])("an image %s is pulled %s", (image, policy) => {
    const container = containerIn({ containers: [{ name: "c", image }] });
    expect(valueAt(container, "imagePullPolicy")).toBe(policy);
  });

  test("request what they are limited to; templates do not", () => {
    const resources = { limits: { cpu: "1500m", memory: "1024Mi" }, requests: { cpu: "0.0001" } };
    const spec = { containers: [{ ...CONTAINER, resources }] };
    expect(valueAt(containerIn(spec), "resources")).toEqual({
      limits: { cpu: "1500m", memory: "1Gi" },
      requests: { cpu: "1m", memory: "1Gi" },
    });
    expect(valueAt(containerIn(spec, "apps/v1 Deployment"), "resources")).toEqual({
      limits: { cpu: "1500m", memory: "1Gi" },
      requests: { cpu: "1m" },
    });
  });

  test("open ports of the host in its network; templates do not", () => {
    const spec = {
      hostNetwork: true,
      containers: [{ ...CONTAINER, ports: [{ containerPort: 80 }] }],
    };
    const port = { containerPort: 80, protocol: "TCP" };
    expect(valueAt(containerIn(spec), "ports")).toEqual([{ ...port, hostPort: 80 }]);
    expect(valueAt(containerIn(spec, "apps/v1 Deployment"), "ports")).toEqual([port]);
  });

  test("request as a whole what their containers request, else their own limit", () => {
    const containers = [
      { name: "a", resources: { requests: { cpu: "100m" } } },
      { name: "b", resources: { limits: { cpu: "200m", memory: "10Mi" } } },
    ];
    const initContainers = [{ name: "i", resources: { requests: { cpu: "1" } } }];
    const limits = { cpu: "2", "ephemeral-storage": "1", "hugepages-2Mi": "4Mi", memory: "1Gi" };
    const pod = defaulted(
      write("v1 Pod", { spec: { containers, initContainers, resources: { limits } } }),
    );
    expect(valueAt(pod, "spec", "resources", "requests")).toEqual({
      cpu: "1",
      "hugepages-2Mi": "4Mi",
      memory: "10Mi",
    });
  });

  test.each([
    ["v1 Pod", { serviceAccount: "a" }, "a a"],
    ["v1 Pod", { serviceAccount: "a", serviceAccountName: "b" }, "b b"],
  ])("%s: the old name of the service account follows the new one", (kind, spec, names) => {
    const object = defaulted(write(kind, { spec }));
    const { serviceAccountName, serviceAccount } = valueAt(object, "spec") as JsonObject;
    expect(`${String(serviceAccountName)} ${String(serviceAccount)}`).toBe(names);
  });
});

describe("defaults by kind", () => {
  const rows: readonly (readonly [string, JsonObject, readonly Step[], Json | undefined])[] = [
    [
      "apps/v1 Deployment",
      {},
      ["spec", "strategy"],
      { type: "RollingUpdate", rollingUpdate: { maxSurge: "25%", maxUnavailable: "25%" } },
    ],
    [
      "apps/v1 Deployment",
      { spec: { strategy: { type: "Recreate" } } },
      ["spec", "strategy"],
      { type: "Recreate" },
    ],
    ["apps/v1 Deployment", {}, ["spec", "progressDeadlineSeconds"], 600],
    ["apps/v1 Deployment", {}, ["spec", "selector"], null],
    ["apps/v1 Deployment", {}, ["status"], {}],
    ["apps/v1 Deployment", { spec: { replicas: 0 } }, ["spec", "replicas"], 0],
    [
      "apps/v1 StatefulSet",
      {},
      ["spec", "updateStrategy"],
      { type: "RollingUpdate", rollingUpdate: { partition: 0 } },
    ],
    [
      "apps/v1 StatefulSet",
      { spec: { updateStrategy: { type: "RollingUpdate" } } },
      ["spec", "updateStrategy"],
      { type: "RollingUpdate" },
    ],
    [
      "apps/v1 StatefulSet",
      {},
      ["spec", "persistentVolumeClaimRetentionPolicy"],
      { whenDeleted: "Retain", whenScaled: "Retain" },
    ],
    [
      "apps/v1 StatefulSet",
      { spec: { volumeClaimTemplates: [{ metadata: { name: "v" } }] } },
      ["spec", "volumeClaimTemplates", 0],
      {
        apiVersion: "v1",
        kind: "PersistentVolumeClaim",
        metadata: { name: "v" },
        spec: { resources: {}, volumeMode: "Filesystem" },
        status: { phase: "Pending" },
      },
    ],
    [
      "apps/v1 DaemonSet",
      {},
      ["metadata", "annotations"],
      { "deprecated.daemonset.template.generation": "0" },
    ],
    [
      "apps/v1 DaemonSet",
      {},
      ["status"],
      {
        currentNumberScheduled: 0,
        desiredNumberScheduled: 0,
        numberMisscheduled: 0,
        numberReady: 0,
      },
    ],
    [
      "batch/v1 Job",
      { spec: { backoffLimitPerIndex: 1, completionMode: "Indexed", parallelism: 2 } },
      ["spec", "backoffLimit"],
      2_147_483_647,
    ],
    ["batch/v1 CronJob", {}, ["spec", "concurrencyPolicy"], "Allow"],
    ["batch/v1 CronJob", {}, ["spec", "jobTemplate", "spec", "backoffLimit"], undefined],
    [
      "v1 Service",
      { spec: { ports: [{ port: 80 }] } },
      ["spec", "ports"],
      [{ port: 80, protocol: "TCP", targetPort: 80 }],
    ],
    [
      "v1 Service",
      { spec: { type: "ExternalName", externalName: "a.b" } },
      ["spec"],
      { type: "ExternalName", externalName: "a.b", sessionAffinity: "None" },
    ],
    ["v1 Service", { spec: { type: "NodePort" } }, ["spec", "externalTrafficPolicy"], "Cluster"],
    [
      "v1 Service",
      { spec: { sessionAffinity: "ClientIP" } },
      ["spec", "sessionAffinityConfig"],
      { clientIP: { timeoutSeconds: 10_800 } },
    ],
    [
      "v1 Secret",
      { data: { a: "eA==" }, stringData: { a: "z", b: "y" } },
      ["data"],
      { a: "eg==", b: "eQ==" },
    ],
    ["v1 Namespace", {}, ["metadata", "labels"], { "kubernetes.io/metadata.name": "x" }],
    [
      "networking.k8s.io/v1 NetworkPolicy",
      { spec: { egress: [{}] } },
      ["spec", "policyTypes"],
      ["Ingress", "Egress"],
    ],
    ["rbac.authorization.k8s.io/v1 Role", {}, ["rules"], null],
    [
      "rbac.authorization.k8s.io/v1 RoleBinding",
      {
        roleRef: { kind: "Role", name: "r" },
        subjects: [
          { kind: "User", name: "u" },
          { kind: "ServiceAccount", name: "s" },
        ],
      },
      ["subjects"],
      [
        { apiGroup: "rbac.authorization.k8s.io", kind: "User", name: "u" },
        { kind: "ServiceAccount", name: "s" },
      ],
    ],
    [
      "autoscaling/v2 HorizontalPodAutoscaler",
      { spec: { behavior: { scaleUp: { selectPolicy: "Min" } } } },
      ["spec", "behavior", "scaleDown"],
      { selectPolicy: "Max", policies: [{ type: "Percent", value: 100, periodSeconds: 15 }] },
    ],
    [
      "v1 PersistentVolume",
      {},
      ["spec"],
      { persistentVolumeReclaimPolicy: "Retain", volumeMode: "Filesystem" },
    ],
    [
      "v1 LimitRange",
      { spec: { limits: [{ type: "Container", max: { cpu: "2" }, min: { cpu: "1" } }] } },
      ["spec", "limits", 0, "defaultRequest"],
      { cpu: "1" },
    ],
    [
      "apiextensions.k8s.io/v1 CustomResourceDefinition",
      { spec: { names: { kind: "Foo" }, versions: [{ name: "v1", storage: true }] } },
      ["spec", "names"],
      { kind: "Foo", listKind: "FooList", plural: "", singular: "foo" },
    ],
    [
      "apiextensions.k8s.io/v1 CustomResourceDefinition",
      { spec: { versions: [{ name: "v1", storage: true }] } },
      ["status", "storedVersions"],
      ["v1"],
    ],
    [
      "coordination.k8s.io/v1 Lease",
      { spec: { renewTime: "2024-01-01T01:00:00.120000+01:00" } },
      ["spec", "renewTime"],
      "2024-01-01T00:00:00.120000Z",
    ],
  ];

  test.each(rows)("%s %j: %j", (kind, parts, path, value) => {
    expect(valueAt(defaulted(write(kind, parts)), ...path)).toEqual(value);
  });

  test("are filled once: what is filled is left alone", () => {
    for (const [kind, parts] of rows) {
      const once = defaulted(write(kind, parts));
      expect(defaulted(once)).toEqual(once);
    }
  });
});
