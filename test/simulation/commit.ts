import { hash } from "node:crypto";
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

/** Configurations of an object. */
const CONFIGS = 3;

/** Highest minor version of the play; the lowest is 1. */
const VERSION_MAX = 4;

/** Two to six objects; smaller stacks are looked at more often, because they show more in less time. */
export function drawRoles(dice: Dice): readonly Role[] {
  const count = dice.chance(0.9) ? 2 + dice.int(2) : 2 + dice.int(5);
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
  /**
   * The highest version that each object runs; ranges let that be. Else there may be no order at all: a target goes down only after
   * what runs above it, and that may come after the very dependent whose range waits for the lower version.
   */
  readonly running?: readonly number[];
}

/** Another commit. */
export function drawCommit(
  dice: Dice,
  roles: readonly Role[],
  { before, ...asked }: CommitWish & { readonly before: Commit | undefined },
): Commit {
  if (asked.isEmpty === true) return commitOf(roles, roles.map(noWish));
  const isOfConfigs = before !== undefined && !isEmpty(before.wishes) && dice.chance(0.1);
  return isOfConfigs
    ? drawConfigs(dice, roles, { before, asked })
    : drawChanges(dice, roles, { before, asked });
}

/** Most wishes change a little, some objects go, and some come back. */
function drawChanges(
  dice: Dice,
  roles: readonly Role[],
  { before, asked }: { readonly before: Commit | undefined; readonly asked: CommitWish },
): Commit {
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

/** The configuration alone changes: versions and edges stay as they are, where they can be had together. */
function drawConfigs(
  dice: Dice,
  roles: readonly Role[],
  { before, asked }: { readonly before: Commit; readonly asked: CommitWish },
): Commit {
  const wishes: (Wish | undefined)[] = [];
  for (const { index } of roles) {
    const last = before.wishes[index];
    const moved = dice.chance(0.8) ? 1 + dice.int(CONFIGS - 1) : 0;
    const wish = last && { ...last, config: (last.config + moved) % CONFIGS };
    const good = wish && asked.isGood ? { ...wish, isBad: false, isPaused: false } : wish;
    wishes.push(good && asked.isSatisfiable ? lowered(good, wishes, asked) : good);
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
  const stays = dice.chance(isFirst || last !== undefined ? 0.87 : 0.35);
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

function drawOne(dice: Dice, one: OneWish): Wish {
  const { role, last, cut, asked } = one;
  const drawn = withCut(dice, { role, last, cut }, drawWish(dice, role, last));
  const wish = asked.isGood ? { ...drawn, isBad: false, isPaused: false } : drawn;
  return asked.isSatisfiable ? satisfiable(dice, wish, one) : wish;
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
    config: dice.chance(0.3) ? dice.int(CONFIGS) : base.config,
    replicas: dice.chance(0.07) ? 0 : Math.max(base.replicas, 1),
    isBad: dice.chance(0.08),
    isPaused: role.kind === "Deployment.apps" && dice.chance(0.06),
    edges: dice.chance(0.2) ? drawEdges(dice, role) : base.edges,
  };
}

function firstWish(dice: Dice, role: Role): Wish {
  return {
    version: drawVersion(dice),
    config: dice.int(CONFIGS),
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
    if (!dice.chance(isNear ? 0.92 : 0.4)) continue;
    const from = drawVersion(dice);
    const gate = dice.chance(0.6) ? "lockstep" : dice.pick(OTHER_GATES);
    edges.push({ target, gate, from, to: from + dice.int(3) });
  }
  return edges;
}

/** As high as its targets let it, or lower; were it never raised with them, everything would sink to the lowest version. */
function satisfiable(dice: Dice, wish: Wish, { wishes, asked }: OneWish): Wish {
  const limits = limitsOf(wish, wishes);
  const isRaised = limits.length > 0 && dice.chance(0.4);
  const raised = isRaised ? { ...wish, version: Math.min(VERSION_MAX, ...limits) } : wish;
  return lowered(raised, wishes, asked);
}

/** No higher than its targets let it, and without edges to what is not there. */
function lowered(
  wish: Wish,
  earlier: readonly (Wish | undefined)[],
  { running = [] }: CommitWish,
): Wish {
  const known = wish.edges.filter(({ target }) => earlier[target] !== undefined);
  const edges = known.map((edge) => {
    const version = earlier[edge.target]?.version ?? edge.from;
    const to = Math.max(edge.to, version, running[edge.target] ?? version);
    return { ...edge, from: Math.min(edge.from, version), to };
  });
  return { ...wish, version: Math.min(wish.version, ...limitsOf(wish, earlier)), edges };
}

function limitsOf({ edges }: Wish, earlier: readonly (Wish | undefined)[]): readonly number[] {
  return edges
    .filter(({ gate }) => gate === "lockstep")
    .flatMap(({ target }) => earlier[target]?.version ?? []);
}

/** One list for all: the catalogue is resolved once for each. */
const NO_ASSOCIATIONS: readonly Association[] = [];

function commitOf(roles: readonly Role[], wishes: readonly (Wish | undefined)[]): Commit {
  const manifests = wishes.flatMap((wish, index) => {
    const role = roles[index];
    return role === undefined || wish === undefined ? [] : [manifestOf(role, wish, roles)];
  });
  const revision = hash("sha1", JSON.stringify(manifests));
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
