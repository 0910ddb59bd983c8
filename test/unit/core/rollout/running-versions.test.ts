import { describe, expect, test } from "vitest";
import { type JsonObject, objectAt } from "../../../../src/core/object/json.ts";
import type { RolloutReading } from "../../../../src/core/rollout/rollout-reading.ts";
import { readVersions } from "../../../../src/core/rollout/running-versions.ts";
import { yaml } from "../../../support/graph-builders.ts";
import {
  elastic,
  liveObject,
  readingOf,
  shapeOf,
  workload,
} from "../../../support/rollout-builders.ts";

function brief(reading: RolloutReading, trust: "status" | "pods" = "status"): string {
  const seen = readVersions(reading, { paths: new Map(), trust });
  return [
    `declared ${seen.declared ?? "none"}`,
    `running ${seen.running.join(",") || "none"}`,
    `all ${seen.all.join(",") || "none"}`,
    ...(seen.unknown.length === 0 ? [] : [`unknown ${seen.unknown.join(",")}`]),
    ...(seen.statusBehindPods ? ["status behind pods"] : []),
    ...(seen.nothingRuns ? ["nothing runs"] : []),
  ].join("; ");
}

const OLD = { version: "8.19.2", revision: "old" } as const;
const NEW = { version: "9.1.0" } as const;

/** The same reading with one pod changed. */
function withPod(reading: RolloutReading, index: number, change: JsonObject): RolloutReading {
  const pods = reading.pods.map((pod, at) => {
    if (at !== index) return pod;
    return {
      ...pod,
      ...change,
      metadata: { ...objectAt(pod, "metadata"), ...objectAt(change, "metadata") },
    };
  });
  return { ...reading, pods };
}

describe("B1: the versions of a workload are those of all its live pods", () => {
  test.each([
    ["all pods of one version", [NEW, NEW], "running 9.1.0; all 9.1.0"],
    ["a surge pod", [OLD, OLD, NEW], "running 8.19.2,9.1.0; all 8.19.2,9.1.0"],
    [
      "an old pod that terminates counts",
      [{ ...OLD, isTerminating: true }, NEW],
      "running 8.19.2,9.1.0; all 8.19.2,9.1.0",
    ],
    [
      "an old pod that ended does not count",
      [{ ...OLD, status: "{phase: Failed}" }, { ...OLD, status: "{phase: Succeeded}" }, NEW],
      "running 9.1.0; all 9.1.0",
    ],
    ["the live spec counts without pods", [], "running none; all 9.1.0"],
    [
      "the spec was lowered, its pods did not move",
      [{ version: "9.2.0" }],
      "running 9.2.0; all 9.1.0,9.2.0",
    ],
  ])("%s", (_name, pods, expected) => {
    const kinds = ["Deployment", "StatefulSet", "DaemonSet"] as const;
    const seen = kinds.map((kind) => brief(workload(kind, "9.1.0", { pods })));
    expect(new Set(seen)).toEqual(new Set([`declared 9.1.0; ${expected}`]));
  });

  const rolling = workload("Deployment", "9.1.0", { pods: [OLD, NEW] });
  const all = "declared 9.1.0; running 8.19.2,9.1.0; all 8.19.2,9.1.0";
  const newOnly = "declared 9.1.0; running 9.1.0; all 9.1.0";
  test.each([
    ["a pod that the selector does not match", { metadata: { labels: {} } }, newOnly],
    ["a pod without owner", { metadata: { ownerReferences: [] } }, newOnly],
    ["a pod of a DaemonSet with the same labels", owner("DaemonSet", "x"), newOnly],
    ["a pod of another Deployment's ReplicaSet", owner("ReplicaSet", "other"), newOnly],
    ["a pod whose ReplicaSet is gone: by its name it is ours", owner("ReplicaSet", "x-gone"), all],
  ])("%s", (_name, change, expected) => {
    const other = {
      ...liveObject("ReplicaSet.apps/shop/other"),
      metadata: { name: "other", uid: "uid-other", ...ownerReferences("Deployment", "y") },
    };
    const reading = { ...rolling, replicaSets: [...rolling.replicaSets, other] };
    expect(brief(withPod(reading, 0, change))).toBe(expected);
  });
});

function owner(kind: string, name: string): JsonObject {
  return { metadata: ownerReferences(kind, name) };
}

function ownerReferences(kind: string, name: string): JsonObject {
  return { ownerReferences: [{ kind, name, uid: `uid-${name}`, controller: true }] };
}

describe("what a CronJob started counts for the skew rule alone", () => {
  const object = {
    ...liveObject(
      "CronJob.batch/shop/x",
      `{status: {active: [{kind: Job, name: by-hand, uid: uid-by-hand}]}}`,
    ),
    spec: { jobTemplate: { spec: { template: shapeOf("9.1.0") } } },
  };
  const [pod = {}] = workload("StatefulSet", "8.19.2", { pods: [OLD] }).pods;

  test.each([
    ["a Job that its status names", "by-hand", "8.19.2,9.1.0"],
    ["a Job that its status does not name yet", "x-29412345", "8.19.2,9.1.0"],
    ["a Job of another CronJob", "x-y-29412345", "9.1.0"],
    ["somebody's Job with a name like it", "x-2", "9.1.0"],
  ])("%s", (_name, job, all) => {
    const metadata = { ...objectAt(pod, "metadata"), ...ownerReferences("Job", job) };
    const ofJob = { ...pod, metadata };
    expect(brief(readingOf(object, { pods: [ofJob] }))).toBe(
      `declared 9.1.0; running none; all ${all}`,
    );
  });
});

describe("declared and running version come from the same place", () => {
  const labelled = {
    ...shapeOf("1.0.0"),
    metadata: { labels: { app: "x", "app.kubernetes.io/version": "9.1.0" } },
  };
  const spec = { replicas: 1, selector: { matchLabels: { app: "x" } }, template: labelled };

  test("a pod without the label that the template has is unknown, its image is not read instead", () => {
    const reading = workload("StatefulSet", "1.0.0", { pods: [{ version: "1.0.0" }] });
    const object = { ...reading.object, spec };
    expect(brief({ ...reading, object })).toBe(
      "declared 9.1.0; running none; all 9.1.0; unknown x-0",
    );
  });

  test("a container that was injected before the template's is not read", () => {
    const reading = workload("StatefulSet", "9.1.0", { pods: [NEW] });
    const containers = [
      { name: "proxy", image: "proxy:1.20.0" },
      { name: "app", image: "app:9.1.0" },
    ];
    expect(brief(withPod(reading, 0, { spec: { containers } }))).toBe(
      "declared 9.1.0; running 9.1.0; all 9.1.0",
    );
  });

  test("what a status says about images does not count: tags can move", () => {
    const reading = workload("StatefulSet", "9.1.0", { pods: [NEW] });
    const status = yaml(
      `{phase: Running, containerStatuses: [{name: app, image: "app:8.0.0", imageID: "x@sha256:a"}]}`,
    );
    expect(brief(withPod(reading, 0, { status }))).toBe("declared 9.1.0; running 9.1.0; all 9.1.0");
  });
});

describe("O15: nothing runs", () => {
  test.each([
    [
      "replicas 0 without pods",
      workload("Deployment", "9.1.0", { pods: [], spec: "{replicas: 0}" }),
      "declared 9.1.0; running none; all 9.1.0; nothing runs",
    ],
    [
      "replicas 0 and a pod that still terminates",
      workload("Deployment", "9.1.0", {
        pods: [{ ...OLD, isTerminating: true }],
        spec: "{replicas: 0}",
      }),
      "declared 9.1.0; running 8.19.2; all 8.19.2,9.1.0",
    ],
    [
      "count 0 of an Elastic kind, old status.version",
      counted(0, "{observedGeneration: 2}"),
      "declared 9.1.0; running none; all 9.1.0; nothing runs",
    ],
    [
      "count 0 that its operator has not seen",
      counted(0, "{observedGeneration: 1}"),
      "declared 9.1.0; running 8.19.2; all 8.19.2,9.1.0",
    ],
    [
      "count 0 while nodes are still available",
      counted(0, "{observedGeneration: 2, availableNodes: 1}"),
      "declared 9.1.0; running 8.19.2; all 8.19.2,9.1.0",
    ],
  ])("%s", (_name, reading, expected) => {
    expect(brief(reading)).toBe(expected);
  });
});

function counted(count: number, more: string): RolloutReading {
  const reading = elastic("Kibana.kibana.k8s.elastic.co/n/kb", "9.1.0", {
    version: "8.19.2",
    more,
  });
  return { ...reading, object: { ...reading.object, spec: { version: "9.1.0", count } } };
}

describe("kinds that report their version in their status", () => {
  const es = "Elasticsearch.elasticsearch.k8s.elastic.co/n/es";
  test.each([
    [
      "status.version",
      elastic(es, "9.1.0", { version: "8.19.2" }),
      "running 8.19.2; all 8.19.2,9.1.0",
    ],
    ["no status.version", elastic(es, "9.1.0"), "running none; all 9.1.0; unknown status"],
  ])("%s", (_name, reading, expected) => {
    expect(brief(reading)).toBe(`declared 9.1.0; ${expected}`);
  });

  test("a kind that declares none is not asked for one", () => {
    expect(brief(readingOf(liveObject("ConfigMap/n/x")))).toBe(
      "declared none; running none; all none",
    );
  });

  const pod = {
    ...shapeOf("9.1.0"),
    metadata: { name: "es-0", labels: { "elasticsearch.k8s.elastic.co/cluster-name": "es" } },
  };
  test.each([
    ["status", "running 8.19.2; all 8.19.2,9.1.0; status behind pods"],
    ["pods", "running 9.1.0; all 9.1.0; status behind pods"],
  ] as const)("status.version behind the visible pods, trust %s", (trust, expected) => {
    const stranger = { ...shapeOf("1.0.0"), metadata: { name: "stranger", labels: {} } };
    const reading = { ...elastic(es, "9.1.0", { version: "8.19.2" }), pods: [pod, stranger] };
    expect(brief(reading, trust)).toBe(`declared 9.1.0; ${expected}`);
  });
});
