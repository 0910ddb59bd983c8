import { hash } from "node:crypto";
import { buildGraph } from "../../src/core/graph/build-graph.ts";
import { isMember } from "../../src/core/inventory/is-member.ts";
import type { Manifest } from "../../src/core/manifest/manifest.ts";
import type { JsonObject } from "../../src/core/object/json.ts";
import { idOf } from "../../src/core/object/live-object.ts";
import { type ObjectKey, objectKey } from "../../src/core/object/object-id.ts";
import type { Sighting } from "../../src/core/object/sighting.ts";
import { buildIntent } from "../../src/core/plan/build-intent.ts";
import {
  type Desired,
  type Look,
  manifestAtKey,
  NO_MEMORY,
  type ObjectMemory,
  type Sibling,
  type StackRules,
} from "../../src/core/plan/look.ts";
import type { RolloutReading } from "../../src/core/rollout/rollout-reading.ts";
import { idFrom } from "./graph-builders.ts";
import { applyObject, withStatus } from "./server-side-apply.ts";

/** The commit that was applied before, and the one that is in force now. */
export const OLD = "1".repeat(40);
export const NEW = "2".repeat(40);

/** Now, in looks that say nothing else. */
export const NOW_MS = 1_000_000;

export function digest(text: string): string {
  return hash("sha256", text);
}

const RULES: StackRules = {
  name: "shop",
  applySetId: "applyset-shop-v1",
  earlierSets: new Set(),
  manager: "lockstep",
  renamedFrom: [],
  mode: "enforce",
  modes: new Map(),
  allowSkip: true,
  skipLabels: [],
  isPreflighted: false,
  offersRights: false,
  progressDeadlineMs: 600_000,
  unknownVersion: "hold",
  allow: [],
  revertPaths: [],
  ignore: [],
  associations: [],
  health: new Map(),
  versionPaths: new Map(),
  restarts: {
    watch: "labelled",
    windowMs: 5_000,
    imagePullSecrets: false,
    rollAtOnce: 3,
    budget: 10,
    duringRollout: "restart",
    templates: new Map(),
  },
  fights: { budget: 5, windowMs: 600_000, onBudget: "slow" },
  prune: { isEnabled: true, objectsMax: 10, percentMax: 20, unprotected: new Set() },
};

/** The stack `shop`, enforced, without preflight. */
export function rulesOf(more: Partial<StackRules> = {}): StackRules {
  return { ...RULES, ...more };
}

export interface WrittenLook {
  /** What Git says at `NEW`, the commit in force. */
  readonly git: readonly Manifest[];
  /** What it said at `OLD`; without it that commit has not been asked for yet. */
  readonly before?: readonly Manifest[] | "lost" | "unreachable";
  /** What the cache shows. */
  readonly live?: readonly JsonObject[];
  /** Ids of live objects that were read freshly. */
  readonly fresh?: readonly string[];
  /** Ids that a GET of this pass did not find. */
  readonly absent?: readonly string[];
  /** Jobs as they were when they were deleted. */
  readonly gone?: readonly JsonObject[];
  /** Other sightings, from the cache. */
  readonly seen?: Readonly<Record<string, Sighting>>;
  readonly rules?: Partial<StackRules>;
  readonly memory?: ReadonlyMap<ObjectKey, ObjectMemory>;
  readonly nowMs?: number;
  readonly unlisted?: Readonly<Record<string, string>>;
  readonly unlistable?: Readonly<Record<string, string>>;
  readonly unparsed?: readonly string[];
  /** Live autoscalers, whoever made them. */
  readonly autoscalers?: readonly JsonObject[];
  /** By namespace: why its autoscalers cannot be listed. */
  readonly unlistedAutoscalers?: Readonly<Record<string, string>>;
  readonly siblings?: readonly Sibling[];
  /** Objects of which the other stacks were asked in an earlier pass, and when. */
  readonly heard?: Readonly<Record<string, number>>;
  readonly confirmedPrune?: string;
  readonly external?: Look["external"];
  readonly isSuspended?: boolean;
}

/** One look. Objects that are neither live nor absent nor seen have not been looked at. */
export function lookOf(written: WrittenLook): Look {
  const rules = rulesOf(written.rules);
  const live = written.live ?? [];
  const fresh = new Set((written.fresh ?? []).map(keyFrom));
  const absent = (written.absent ?? []).map(keyFrom);
  const present = live.map((object) => [keyOf(object), object] as const);
  return {
    nowMs: written.nowMs ?? NOW_MS,
    rules,
    digest,
    desired: desiredOf(written.git),
    sightings: new Map<ObjectKey, Sighting>([
      ...present.map(([key, object]) => [key, { kind: "present", object }] as const),
      ...absent.map((key) => [key, { kind: "absent" }] as const),
      ...Object.entries(written.seen ?? {}).map(([id, each]) => [keyFrom(id), each] as const),
    ]),
    gone: new Map((written.gone ?? []).map((object) => [keyOf(object), object] as const)),
    members: new Set(present.flatMap(([key, object]) => (isMember(object, rules) ? [key] : []))),
    readings: new Map(
      present.map(([key, object]) => [key, readingOf(object, fresh.has(key) ? "fresh" : "cache")]),
    ),
    ...besidesOf(written),
    dependents: new Map(),
    freshlySeen: new Set([...absent, ...fresh]),
    earlier: earlierOf(written),
    dryRuns: new Map(),
    probes: new Map(),
    versions: new Map(),
    memory: written.memory ?? new Map<ObjectKey, ObjectMemory>(),
  };
}

/** What a look knows beside of the stack's own objects. */
function besidesOf(
  written: WrittenLook,
): Pick<
  Look,
  | "unlisted"
  | "unlistable"
  | "unparsed"
  | "autoscalers"
  | "siblings"
  | "heard"
  | "confirmedPrune"
  | "external"
  | "isSuspended"
> {
  const heard = Object.entries(written.heard ?? {});
  return {
    unlisted: new Map(Object.entries(written.unlisted ?? {})),
    unlistable: new Map(Object.entries(written.unlistable ?? {})),
    heard: new Map(heard.map(([id, atMs]) => [keyFrom(id), { atMs, isNow: false }] as const)),
    unparsed: written.unparsed ?? [],
    autoscalers: {
      live: written.autoscalers ?? [],
      unlisted: new Map(Object.entries(written.unlistedAutoscalers ?? {})),
    },
    siblings: written.siblings ?? [],
    confirmedPrune: written.confirmedPrune ?? "",
    external: written.external ?? new Map(),
    isSuspended: written.isSuspended === true,
  };
}

/** A revision with its graph, in the given order. */
export function desiredOf(manifests: readonly Manifest[], revision = NEW): Desired {
  return { revision, manifests, graph: buildGraph({ manifests, associations: [] }) };
}

/** Memory of some objects, by id. */
export function memoryOf(
  written: Readonly<Record<string, Partial<ObjectMemory>>>,
): ReadonlyMap<ObjectKey, ObjectMemory> {
  return new Map(
    Object.entries(written).map(([id, each]) => [keyFrom(id), { ...NO_MEMORY, ...each }]),
  );
}

/** The live object as our own apply left it, on top of what was there. */
export function appliedAt(
  manifest: Manifest,
  revision = OLD,
  written: { readonly onto?: JsonObject; readonly rules?: Partial<StackRules> } = {},
): JsonObject {
  const rules = rulesOf(written.rules);
  const { body } = buildIntent(manifest, { rules, revision, digest });
  return applyObject(written.onto, body, rules.manager);
}

/** An Elastic object as applied, whose operator reports a version, green and observed. */
export function runningAt(manifest: Manifest, revision: string, version: string): JsonObject {
  const live = appliedAt(manifest, revision);
  return withStatus(live, { observedGeneration: 1, health: "green", version });
}

/** The hash of the intent of a manifest of `shop`. */
export function hashOf(manifest: Manifest): string {
  return buildIntent(manifest, { rules: rulesOf(), revision: NEW, digest }).hash;
}

export function keyFrom(id: string): ObjectKey {
  return objectKey(idFrom(id));
}

export function keyOf(object: JsonObject): ObjectKey {
  return objectKey(idOf(object));
}

export function readingOf(object: JsonObject, source: "cache" | "fresh"): RolloutReading {
  const { group } = idOf(object);
  const isObserved = group === "apps" || group.endsWith(".k8s.elastic.co");
  const facts = { hasStatusSubresource: isObserved, declaresObservedGeneration: isObserved };
  return { object, pods: [], replicaSets: [], facts, readAtMs: NOW_MS, source };
}

function earlierOf({ git, before = [] }: WrittenLook): Look["earlier"] {
  if (typeof before === "string") {
    return new Map(git.map(({ id }) => [manifestAtKey(objectKey(id), OLD), before]));
  }
  return new Map(before.map((each) => [manifestAtKey(objectKey(each.id), OLD), each]));
}
