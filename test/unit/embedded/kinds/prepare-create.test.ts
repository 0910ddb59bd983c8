import { describe, expect, test } from "vitest";
import { type JsonObject, objectAt, textAt, valueAt } from "../../../../src/core/object/json.ts";
import { changed, openWorld, prepared, storeNew, write } from "./kind-bench.ts";

const COUNT = "deprecated.daemonset.template.generation";

const CONTAINER = { name: "c", image: "a:1" };

const MOUNT = {
  mountPath: "/var/run/secrets/kubernetes.io/serviceaccount",
  name: "kube-api-access-aaaa1",
  readOnly: true,
};

function pod(spec: JsonObject = {}): JsonObject {
  return write("v1 Pod", { spec: { containers: [CONTAINER], ...spec } });
}

describe("a new pod", () => {
  test("gets a service account with its token, tolerations, a priority and its first status", () => {
    const { spec, status } = prepared(pod(), openWorld());
    const { containers, volumes, ...rest } = objectAt(spec) ?? {};
    expect(valueAt(containers, 0, "volumeMounts")).toEqual([MOUNT]);
    expect(valueAt(volumes, 0, "name")).toBe(MOUNT.name);
    expect(valueAt(volumes, 0, "projected", "sources", 0)).toEqual({
      serviceAccountToken: { expirationSeconds: 3607, path: "token" },
    });
    expect(rest).toMatchObject({
      preemptionPolicy: "PreemptLowerPriority",
      priority: 0,
      serviceAccount: "default",
      serviceAccountName: "default",
      tolerations: [
        {
          key: "node.kubernetes.io/not-ready",
          operator: "Exists",
          effect: "NoExecute",
          tolerationSeconds: 300,
        },
        {
          key: "node.kubernetes.io/unreachable",
          operator: "Exists",
          effect: "NoExecute",
          tolerationSeconds: 300,
        },
      ],
    });
    expect(status).toEqual({ phase: "Pending", qosClass: "BestEffort" });
  });

  test("gets no token when it or its account wants none", () => {
    const world = openWorld();
    storeNew(
      write(
        "v1 ServiceAccount",
        { automountServiceAccountToken: false, imagePullSecrets: [{ name: "pull" }] },
        "quiet",
      ),
      world,
    );
    const quiet = prepared(pod({ serviceAccountName: "quiet" }), world);
    expect(valueAt(quiet, "spec", "volumes")).toBeUndefined();
    expect(valueAt(quiet, "spec", "imagePullSecrets")).toEqual([{ name: "pull" }]);
    const loud = prepared(
      pod({ serviceAccountName: "quiet", automountServiceAccountToken: true }),
      world,
    );
    expect(valueAt(loud, "spec", "volumes", 0, "name")).toBe("kube-api-access-aaaa1");
  });

  test.each([
    [
      { serviceAccountName: "nope" },
      'pods "x" is forbidden: error looking up service account shop/nope: serviceaccount "nope" not found',
    ],
    [
      { priorityClassName: "nope" },
      'pods "x" is forbidden: no PriorityClass with name nope was found',
    ],
    [
      { priority: 5 },
      'pods "x" is forbidden: the integer value of priority (5) must not be provided in pod spec; priority admission controller computed 0 from the given PriorityClass name',
    ],
    [
      { runtimeClassName: "nope" },
      'pods "x" is forbidden: pod rejected: RuntimeClass "nope" not found',
    ],
  ])("with %j is turned away", (spec, message) => {
    expect(() => prepared(pod(spec))).toThrow(message);
  });

  test("has the priority of its class", () => {
    const world = openWorld();
    storeNew(
      write("scheduling.k8s.io/v1 PriorityClass", { value: 7, preemptionPolicy: "Never" }, "high"),
      world,
    );
    const spec = valueAt(prepared(pod({ priorityClassName: "high" }), world), "spec");
    expect(spec).toMatchObject({
      priority: 7,
      preemptionPolicy: "Never",
      priorityClassName: "high",
    });
  });

  test.each([
    [[{ limits: { cpu: "1", memory: "1Gi" } }], "Guaranteed"],
    [[{ limits: { cpu: "1", memory: "1Gi" } }, { limits: { cpu: "1" } }], "Burstable"],
    [[{ limits: { cpu: "1" } }], "Burstable"],
    [[{ limits: { "ephemeral-storage": "1" } }], "BestEffort"],
  ])("whose containers ask for %j is %s", (resources, quality) => {
    const containers = resources.map((each, index) => ({
      name: `c${index}`,
      image: "a",
      resources: each,
    }));
    expect(valueAt(prepared(pod({ containers })), "status", "qosClass")).toBe(quality);
  });

  test("keeps what admission gave it when an update leaves it out", () => {
    const live = prepared(pod());
    const next = changed(live, { spec: { priority: null, preemptionPolicy: null } });
    expect(valueAt(next, "spec")).toMatchObject({
      priority: 0,
      preemptionPolicy: "PreemptLowerPriority",
    });
  });
});

describe("other new objects", () => {
  test.each([
    ["v1 PersistentVolumeClaim", ["metadata", "finalizers"], ["kubernetes.io/pvc-protection"]],
    ["v1 PersistentVolume", ["metadata", "finalizers"], ["kubernetes.io/pv-protection"]],
    [
      "v1 PersistentVolume",
      ["status"],
      { phase: "Pending", lastPhaseTransitionTime: "2026-01-02T03:04:05Z" },
    ],
    ["v1 Namespace", ["spec"], { finalizers: ["kubernetes"] }],
    ["v1 Namespace", ["status"], { phase: "Active" }],
    [
      "v1 Node",
      ["spec", "taints"],
      [{ effect: "NoSchedule", key: "node.kubernetes.io/not-ready" }],
    ],
    [
      "apps/v1 DaemonSet",
      ["metadata", "annotations"],
      { "deprecated.daemonset.template.generation": "1" },
    ],
    ["scheduling.k8s.io/v1 PriorityClass", ["metadata", "generation"], 1],
    [
      "policy/v1 PodDisruptionBudget",
      ["status"],
      { currentHealthy: 0, desiredHealthy: 0, disruptionsAllowed: 0, expectedPods: 0 },
    ],
  ] as const)("%s has %j: %j", (kind, path, value) => {
    const status = { conditions: [{ type: "Sent", status: "True" }] };
    const sent = kind === "v1 Node" ? {} : { status };
    expect(valueAt(prepared(write(kind, sent)), ...path)).toEqual(value);
  });

  test("a Job selects its own pods", () => {
    const spec = { template: { metadata: { labels: { a: "b" } } } };
    const job = prepared(write("batch/v1 Job", { spec }));
    const labels = {
      "batch.kubernetes.io/controller-uid": "uid",
      "batch.kubernetes.io/job-name": "x",
      "controller-uid": "uid",
      "job-name": "x",
      a: "b",
    };
    expect(valueAt(job, "spec", "selector")).toEqual({
      matchLabels: { "batch.kubernetes.io/controller-uid": "uid" },
    });
    expect(valueAt(job, "spec", "template", "metadata", "labels")).toEqual(labels);
    expect(valueAt(job, "metadata", "labels")).toEqual(labels);
    const own = prepared(write("batch/v1 Job", { metadata: { labels: { z: "z" } }, spec }));
    expect(valueAt(own, "metadata", "labels")).toEqual({ z: "z" });
  });

  test("a claim without a class gets the newest default class", () => {
    const world = openWorld();
    const annotations = { "storageclass.kubernetes.io/is-default-class": "true" };
    for (const [name, creationTimestamp] of [
      ["new", "2026-01-02T00:00:00Z"],
      ["old", "2026-01-01T00:00:00Z"],
    ]) {
      const metadata = {
        annotations,
        creationTimestamp: creationTimestamp ?? "",
        name: name ?? "",
      };
      storeNew(
        write("storage.k8s.io/v1 StorageClass", { metadata, provisioner: "a" }, name),
        world,
      );
    }
    const chosen = [{}, { storageClassName: "" }, { storageClassName: "own" }].map((spec) => {
      const claim = prepared(write("v1 PersistentVolumeClaim", { spec }), world);
      return valueAt(claim, "spec", "storageClassName");
    });
    expect(chosen).toEqual(["new", "", "own"]);
  });

  test("a DaemonSet counts the changes of its template", () => {
    const live = prepared(write("apps/v1 DaemonSet", {}));
    const counts = [
      { spec: { minReadySeconds: 1 } },
      { spec: { template: { metadata: { labels: { a: "b" } } } } },
      { metadata: { annotations: null } },
    ].map((change) => textAt(changed(live, change), "metadata", "annotations", COUNT));
    expect(counts).toEqual(["1", "2", "1"]);
  });

  test("a CRD remembers the versions in which objects were stored", () => {
    const versions = [
      { name: "v1", storage: true },
      { name: "v2", storage: false },
    ];
    const live = prepared(
      write("apiextensions.k8s.io/v1 CustomResourceDefinition", { spec: { versions } }),
    );
    const moved = versions.map((each) => ({ ...each, storage: !each.storage }));
    expect(
      valueAt(changed(live, { spec: { versions: moved } }), "status", "storedVersions"),
    ).toEqual(["v1", "v2"]);
  });
});
