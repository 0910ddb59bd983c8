import type { Edge, Gate } from "../../src/core/graph/edge.ts";
import { makeEdge } from "../../src/core/graph/make-edge.ts";
import { type JsonObject, objectAt } from "../../src/core/object/json.ts";
import { idOf } from "../../src/core/object/live-object.ts";
import type { Blocker, Verdict } from "../../src/core/rollout/blocker.ts";
import type { GateFinding } from "../../src/core/rollout/gate-finding.ts";
import type { Party } from "../../src/core/rollout/party.ts";
import type { KindFacts, RolloutReading } from "../../src/core/rollout/rollout-reading.ts";
import { idFrom, yaml } from "./graph-builders.ts";

const FACTS: KindFacts = { hasStatusSubresource: true, declaresObservedGeneration: false };

/** A reading of an object that is written as YAML. */
export function readingOf(object: JsonObject, rest: Partial<RolloutReading> = {}): RolloutReading {
  return { object, pods: [], replicaSets: [], facts: FACTS, readAtMs: 0, source: "fresh", ...rest };
}

/** A live object: `Kind[.group]/[namespace/]name`, generation 2, and the given members as YAML. */
export function liveObject(text: string, members = "{}"): JsonObject {
  const { group, kind, namespace, name } = idFrom(text);
  const metadata: JsonObject = { name, namespace, uid: `uid-${name}`, generation: 2 };
  const written = yaml(members);
  return {
    apiVersion: group === "" ? "v1" : `${group}/v1`,
    kind,
    ...written,
    metadata: { ...metadata, ...objectAt(written, "metadata") },
  };
}

/** A pod template, or the body of a pod, that runs `app:<version>`. */
export function shapeOf(version: string): JsonObject {
  return {
    metadata: { labels: { app: "x" } },
    spec: { containers: [{ name: "app", image: `registry:5000/team/app:${version}` }] },
  };
}

export interface WrittenPod {
  readonly version: string;
  /** `new` unless said: the revision of the present template. */
  readonly revision?: "new" | "old";
  readonly isTerminating?: boolean;
  /** Members of `status`, as YAML. */
  readonly status?: string;
}

/**
 * A workload of three replicas at generation 2, observed and with healthy counts, that declares `version`, with the given
 * pods. `members` override.
 */
export function workload(
  kind: "Deployment" | "StatefulSet" | "DaemonSet",
  version: string,
  written: {
    readonly pods: readonly WrittenPod[];
    readonly spec?: string;
    readonly status?: string;
  },
): RolloutReading {
  const object = liveObject(`${kind}.apps/shop/x`);
  const spec: JsonObject = {
    replicas: 3,
    selector: { matchLabels: { app: "x" } },
    template: shapeOf(version),
    ...yaml(written.spec ?? "{}"),
  };
  const status = { ...yaml(HEALTHY[kind]), ...yaml(written.status ?? "{}") };
  const replicaSets =
    kind === "Deployment" ? [replicaSet("new", spec), replicaSet("old", spec)] : [];
  const pods = written.pods.map((pod, index) => podOf(pod, { kind, index }));
  return readingOf({ ...object, spec, status }, { pods, replicaSets });
}

const HEALTHY = {
  Deployment: `{observedGeneration: 2, replicas: 3, updatedReplicas: 3, readyReplicas: 3, availableReplicas: 3,
    conditions: [{type: Available, status: "True"}, {type: Progressing, status: "True", reason: NewReplicaSetAvailable}]}`,
  StatefulSet: `{observedGeneration: 2, replicas: 3, updatedReplicas: 3, readyReplicas: 3, availableReplicas: 3,
    updateRevision: new}`,
  DaemonSet: `{observedGeneration: 2, desiredNumberScheduled: 3, currentNumberScheduled: 3, updatedNumberScheduled: 3,
    numberAvailable: 3, numberReady: 3}`,
};

function replicaSet(revision: "new" | "old", spec: JsonObject): JsonObject {
  const template = objectAt(spec, "template") ?? {};
  const labels = { app: "x", "pod-template-hash": revision };
  const present = { ...template, metadata: { ...objectAt(template, "metadata"), labels } };
  return {
    ...liveObject(`ReplicaSet.apps/shop/x-${revision}`),
    metadata: {
      name: `x-${revision}`,
      namespace: "shop",
      uid: `uid-x-${revision}`,
      ownerReferences: [{ kind: "Deployment", name: "x", uid: "uid-x", controller: true }],
    },
    spec: { template: revision === "new" ? present : shapeOf("old") },
  };
}

function podOf(pod: WrittenPod, of: { readonly kind: string; readonly index: number }): JsonObject {
  const revision = pod.revision ?? "new";
  const owner =
    of.kind === "Deployment"
      ? { kind: "ReplicaSet", name: `x-${revision}`, uid: `uid-x-${revision}`, controller: true }
      : { kind: of.kind, name: "x", uid: "uid-x", controller: true };
  const metadata: JsonObject = {
    name: `x-${of.index}`,
    namespace: "shop",
    creationTimestamp: revision === "new" ? "2026-01-02T00:00:00Z" : "2026-01-01T00:00:00Z",
    labels: { app: "x", "controller-revision-hash": revision },
    ownerReferences: [owner],
    ...(pod.isTerminating === true ? { deletionTimestamp: "2026-01-03T00:00:00Z" } : {}),
  };
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata,
    spec: shapeOf(pod.version)["spec"] ?? {},
    status: yaml(pod.status ?? "{phase: Running}"),
  };
}

/** An Elastic object at generation 2, observed, ready and green, that declares and reports the given versions. */
export function elastic(
  text: string,
  version: string,
  status: { readonly version?: string | undefined; readonly more?: string } = {},
): RolloutReading {
  const reported = status.version === undefined ? {} : { version: status.version };
  const more = yaml(status.more ?? "{observedGeneration: 2, health: green}");
  const object = {
    ...liveObject(text),
    spec: { version, count: 1 },
    status: { ...reported, ...more },
  };
  return readingOf(object, {
    facts: { hasStatusSubresource: true, declaresObservedGeneration: true },
  });
}

/** A settled party of ours: present, its live spec is what Git wants. */
export function partyOf(reading: RolloutReading, rest: Partial<Party> = {}): Party {
  return {
    id: idOf(reading.object),
    sighting: "present",
    reading,
    intent: reading.object,
    change: "none",
    isRecreated: false,
    isDrifted: false,
    refusal: undefined,
    stall: undefined,
    ...rest,
  };
}

/** A party that is not in the cluster. */
export function absentParty(text: string, rest: Partial<Party> = {}): Party {
  const present = partyOf(readingOf(liveObject(text)));
  return { ...present, sighting: "absent", reading: undefined, intent: undefined, ...rest };
}

export function edgeBetween(
  ends: { readonly dependent: Party; readonly target: Party; readonly gate: Gate },
  choices: Partial<Edge> = {},
): Edge {
  const { dependent, target, gate } = ends;
  return makeEdge({ dependent: dependent.id, target: target.id, gate, origin: "test" }, choices);
}

/** A verdict on one line: `ok`, `RollingOut: 2 of 3 pods updated`, `failed: …`. */
export function briefVerdict(verdict: Verdict): string {
  switch (verdict.kind) {
    case "ok":
      return "ok";
    case "waiting":
      return `${verdict.reason}: ${verdict.message}`;
    case "failed":
      return `failed: ${verdict.message}`;
  }
}

/** A finding on one line: `open`, or `VersionBehind, wants 9.1.0, has 8.19.2`; overrides as `allowed: …`. */
export function briefFinding(finding: GateFinding): string {
  const lines = [
    ...finding.blockers.map(briefBlocker),
    ...finding.overrides.map((each) => `allowed: ${each.detail}`),
  ];
  return lines.length === 0 ? "open" : lines.join(" + ");
}

function briefBlocker(blocker: Blocker): string {
  return `${blocker.reason}, wants ${blocker.want}, has ${blocker.have}`;
}
