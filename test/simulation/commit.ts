import { createHash } from "node:crypto";
import type { Association } from "../../src/core/graph/association.ts";
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
  /** By index; `undefined`: Git does not have it. */
  readonly wishes: readonly (Wish | undefined)[];
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
  /** All of it is taken away, as by a wrong path. */
  readonly isEmpty?: boolean;
}

/** Another commit: most wishes change a little, some objects go, and some come back. */
export function drawCommit(
  dice: Dice,
  roles: readonly Role[],
  { before, ...asked }: CommitWish & { readonly before: Commit | undefined },
): Commit {
  if (asked.isEmpty === true) return commitOf(roles, roles.map(noWish));
  const wishes: (Wish | undefined)[] = [];
  const cut = before !== undefined && dice.chance(0.15) ? drawCut(dice, before) : undefined;
  for (const role of roles) {
    const last = before?.wishes[role.index];
    const one = { role, last, cut, wishes, asked };
    const goes = isToGo(dice, one, before === undefined);
    // A source without any object is a commit that cannot be had: nothing is deleted for it.
    const isKept = asked.isSatisfiable && wishes.length === roles.length - 1 && isEmpty(wishes);
    wishes.push(goes && !isKept ? undefined : drawOne(dice, one));
  }
  return commitOf(roles, wishes);
}

function noWish(): undefined {
  return undefined;
}

function isEmpty(wishes: readonly (Wish | undefined)[]): boolean {
  return wishes.every((wish) => wish === undefined);
}

/** What is there mostly stays; what is gone comes back now and then. The target of a cut stays, to be lowered. */
function isToGo(dice: Dice, { role, last, cut }: OneWish, isFirst: boolean): boolean {
  const stays = dice.chance(isFirst || last !== undefined ? 0.9 : 0.35);
  if (cut?.target === role.index) return false;
  return !stays || (cut?.isWhole === true && cut.dependent === role.index);
}

interface OneWish {
  readonly role: Role;
  readonly last: Wish | undefined;
  readonly cut: Cut | undefined;
  /** Of the objects before it. */
  readonly wishes: readonly (Wish | undefined)[];
  readonly asked: CommitWish;
}

function drawOne(dice: Dice, { role, last, cut, wishes, asked }: OneWish): Wish {
  const drawn = withCut(dice, { role, last, cut }, drawWish(dice, role, last));
  const wish = asked.isGood ? { ...drawn, isBad: false, isPaused: false } : drawn;
  return asked.isSatisfiable ? satisfiable(dice, wish, wishes) : wish;
}

/** A commit that takes an edge away, or the dependent as a whole, and lowers the target at once. */
interface Cut {
  readonly dependent: number;
  readonly target: number;
  readonly isWhole: boolean;
}

function drawCut(dice: Dice, { wishes }: Commit): Cut | undefined {
  const pairs = wishes.flatMap((wish, dependent) =>
    (wish?.edges ?? []).map(({ target }) => ({ dependent, target })),
  );
  const [first, ...rest] = pairs;
  if (first === undefined) return undefined;
  return { ...dice.pick([first, ...rest]), isWhole: dice.chance(0.5) };
}

function withCut(
  dice: Dice,
  { role, last, cut }: Pick<OneWish, "role" | "last" | "cut">,
  wish: Wish,
): Wish {
  if (cut?.target === role.index) return { ...wish, version: 1 + dice.int(last?.version ?? 1) };
  if (cut?.dependent !== role.index) return wish;
  return { ...wish, edges: wish.edges.filter(({ target }) => target !== cut.target) };
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

/** As high as its targets let it, or lower; were it never raised with them, everything would sink to the lowest version. */
function satisfiable(dice: Dice, wish: Wish, earlier: readonly (Wish | undefined)[]): Wish {
  const known = wish.edges.filter(({ target }) => earlier[target] !== undefined);
  const limits = known
    .filter(({ gate }) => gate === "lockstep")
    .map(({ target }) => earlier[target]?.version ?? VERSION_MAX);
  const highest = Math.min(VERSION_MAX, ...limits);
  const isRaised = limits.length > 0 && dice.chance(0.4);
  const edges = known.map((edge) => {
    const version = earlier[edge.target]?.version ?? edge.from;
    return { ...edge, from: Math.min(edge.from, version), to: Math.max(edge.to, version) };
  });
  return { ...wish, version: isRaised ? highest : Math.min(wish.version, highest), edges };
}

/** One list for all: the catalogue is resolved once for each. */
const NO_ASSOCIATIONS: readonly Association[] = [];

function commitOf(roles: readonly Role[], wishes: readonly (Wish | undefined)[]): Commit {
  const manifests = wishes.flatMap((wish, index) => {
    const role = roles[index];
    return role === undefined || wish === undefined ? [] : [manifestOf(role, wish, roles)];
  });
  const revision = createHash("sha1").update(JSON.stringify(manifests)).digest("hex");
  const sorted = manifests.toSorted((a, b) => (objectKey(a.id) < objectKey(b.id) ? -1 : 1));
  const graph = buildGraph({ manifests: sorted, associations: NO_ASSOCIATIONS });
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
