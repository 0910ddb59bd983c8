import { createHash } from "node:crypto";
import { buildGraph } from "../../src/core/graph/build-graph.ts";
import type { Manifest } from "../../src/core/manifest/manifest.ts";
import type { JsonObject } from "../../src/core/object/json.ts";
import { objectKey } from "../../src/core/object/object-id.ts";
import type { Desired } from "../../src/core/plan/look.ts";
import type { Dice } from "./dice.ts";
import {
  isHidden,
  manifestOf,
  type Role,
  type SimEdge,
  type SimKind,
  versionText,
  type Wish,
} from "./wish.ts";

/** What Git says at one commit. */
export interface Commit {
  readonly revision: string;
  readonly wishes: readonly Wish[];
  readonly manifests: readonly Manifest[];
  readonly desired: Desired;
}

const KINDS: readonly [SimKind, ...SimKind[]] = [
  "Elasticsearch",
  "Kibana",
  "StatefulSet.apps",
  "Deployment.apps",
];

/** Highest minor version of the play; the lowest is 1. */
const VERSION_MAX = 4;

/** Two to eight objects; smaller stacks are looked at more often, because they show more in less time. */
export function drawRoles(dice: Dice): readonly Role[] {
  const count = dice.chance(0.6) ? 2 + dice.int(2) : 2 + dice.int(7);
  return Array.from({ length: count }, (_, index) => ({ index, kind: dice.pick(KINDS) }));
}

export function drawVersion(dice: Dice): number {
  return 1 + dice.int(VERSION_MAX);
}

export interface CommitWish {
  /** Versions that can be had together. */
  readonly isSatisfiable: boolean;
  /** Nothing in it hangs for good. */
  readonly isGood: boolean;
}

/** Another commit: most wishes change a little. */
export function drawCommit(
  dice: Dice,
  roles: readonly Role[],
  { before, ...asked }: CommitWish & { readonly before: Commit | undefined },
): Commit {
  const wishes: Wish[] = [];
  for (const role of roles) {
    const last = before?.wishes[role.index];
    const drawn = drawWish(dice, role, last);
    const wish = asked.isGood ? { ...drawn, isBad: false, isPaused: false } : drawn;
    wishes.push(asked.isSatisfiable ? satisfiable(wish, wishes) : wish);
  }
  return commitOf(roles, wishes);
}

function drawWish(dice: Dice, role: Role, last: Wish | undefined): Wish {
  const base = last ?? firstWish(dice, role);
  return {
    version: dice.chance(0.5) ? drawVersion(dice) : base.version,
    config: dice.chance(0.3) ? dice.int(3) : base.config,
    replicas: dice.chance(0.07) ? 0 : Math.max(base.replicas, 1),
    isBad: dice.chance(0.08),
    isPaused: role.kind === "Deployment.apps" && dice.chance(0.06),
    edges: dice.chance(0.2) ? drawEdges(dice, role) : base.edges,
  };
}

function firstWish(dice: Dice, role: Role): Wish {
  return {
    version: drawVersion(dice),
    config: dice.int(3),
    replicas: 1 + dice.int(3),
    isBad: false,
    isPaused: false,
    edges: drawEdges(dice, role),
  };
}

const OTHER_GATES = ["rolled-out", "rolled-out", "exists", "range"] as const;

function drawEdges(dice: Dice, { index }: Role): readonly SimEdge[] {
  const edges: SimEdge[] = [];
  for (let target = 0; target < index; target += 1) {
    const isNear = target === index - 1;
    if (!dice.chance(isNear ? 0.75 : 0.3)) continue;
    const from = drawVersion(dice);
    const gate = dice.chance(0.6) ? "lockstep" : dice.pick(OTHER_GATES);
    edges.push({ target, gate, from, to: from + dice.int(3) });
  }
  return edges;
}

function satisfiable(wish: Wish, earlier: readonly Wish[]): Wish {
  const highest = wish.edges
    .filter(({ gate }) => gate === "lockstep")
    .map(({ target }) => earlier[target]?.version ?? VERSION_MAX);
  const edges = wish.edges.map((edge) => {
    const version = earlier[edge.target]?.version ?? edge.from;
    return { ...edge, from: Math.min(edge.from, version), to: Math.max(edge.to, version) };
  });
  return { ...wish, version: Math.min(wish.version, ...highest), edges };
}

function commitOf(roles: readonly Role[], wishes: readonly Wish[]): Commit {
  const manifests = wishes.flatMap((wish, index) => {
    const role = roles[index];
    return role === undefined ? [] : [manifestOf(role, wish, roles)];
  });
  const revision = createHash("sha1").update(JSON.stringify(manifests)).digest("hex");
  const sorted = manifests.toSorted((a, b) => (objectKey(a.id) < objectKey(b.id) ? -1 : 1));
  const graph = buildGraph({ manifests: sorted, associations: [] });
  return { revision, wishes, manifests, desired: { revision, manifests: sorted, graph } };
}

/** Somebody else's patch of a live spec. */
export function drawEdit(dice: Dice, role: Role): JsonObject {
  const what = dice.int(10);
  if (what < 6) return editVersion(role, drawVersion(dice));
  if (what < 8) return editConfig(role, `edited-${dice.int(3)}`);
  if (what < 9 && role.kind === "Deployment.apps") return { spec: { paused: true } };
  const replicas = dice.int(3);
  return { spec: isHidden(role) ? { count: replicas } : { replicas } };
}

export function editVersion(role: Role, number: number): JsonObject {
  const version = versionText(number);
  return isHidden(role)
    ? { spec: { version } }
    : { spec: { template: { metadata: { labels: { "app.kubernetes.io/version": version } } } } };
}

function editConfig(role: Role, config: string): JsonObject {
  return isHidden(role)
    ? { spec: { config } }
    : { spec: { template: { metadata: { annotations: { config } } } } };
}
