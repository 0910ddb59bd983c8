import { describe, expect, test } from "vitest";
import {
  type Json,
  type JsonObject,
  type Step,
  valueAt,
} from "../../../../src/core/object/json.ts";
import { defaulted, write } from "./kind-bench.ts";

/** Kind, what is written, where to look, and what stands there. */
type Row = readonly [string, JsonObject, readonly Step[], Json | undefined];

describe("defaults by kind", () => {
  const rows: readonly Row[] = [
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

  test.each(rows.map((row) => ({ title: JSON.stringify(row).slice(0, 100), row })))(
    "$title",
    ({ row: [kind, parts, path, value] }) => {
      expect(valueAt(defaulted(write(kind, parts)), ...path)).toEqual(value);
    },
  );

  test("are filled once: what is filled is left alone", () => {
    for (const [kind, parts] of rows) {
      const once = defaulted(write(kind, parts));
      expect(defaulted(once)).toEqual(once);
    }
  });
});
