import { type Dice, takeDice } from "../simulation/dice.ts";

/** Two kinds whose pods kwok plays, and three for which the test plays the operator. */
type PartKind = "Deployment" | "StatefulSet" | "Elasticsearch" | "Kibana" | "ApmServer";

/** One object of the stack. A part only comes after parts before it in the list. */
export interface Part {
  readonly name: string;
  readonly kind: PartKind;
  /** The operator's, between two of its steps. */
  readonly paceMs: number;
  /** The operator says the version before it says that it has seen the spec. */
  readonly saysVersionFirst: boolean;
}

/** What one commit wants of one part. */
export interface Wish {
  /** The minor version. */
  readonly version: number;
  readonly replicas: number;
  /** How long a pod takes until it is ready, and until it is gone. */
  readonly readyMs: number;
  readonly stopsMs: number;
  /** Indices of the parts to which it has a lockstep edge. */
  readonly targets: readonly number[];
}

/** What happens in a story, so long after what was before; or so long after all is as the last commit wants it. */
export type Act = { readonly afterMs: number; readonly isAfterRest: boolean } & (
  | { readonly what: "commit"; readonly wishes: readonly Wish[] }
  | { readonly what: "edit"; readonly part: number; readonly edit: Edit }
  /** As soon as so many objects carry the last commit. */
  | { readonly what: "kill"; readonly written: number }
);

/** Somebody else's change of a live object. */
export type Edit =
  | { readonly field: "label" | "history" }
  /** `all versions`: somebody rolls back the whole stack by hand. */
  | { readonly field: "replicas" | "version" | "all versions"; readonly value: number };

/** All that is drawn of one seed; only how it interleaves with the cluster is not in it. */
export interface Story {
  readonly parts: readonly Part[];
  readonly acts: readonly Act[];
}

const KINDS = ["Deployment", "StatefulSet", "Elasticsearch", "Kibana", "ApmServer"] as const;

const VERSION_MAX = 9;

const WAYS = ["up", "down", "both", "cut"] as const;

const FIELDS = ["label", "history", "replicas", "version", "version"] as const;

export function drawStory(seed: number): Story {
  const dice = takeDice(seed);
  const parts = Array.from({ length: 3 + dice.int(4) }, (_, index) => ({
    name: `o${index}`,
    kind: dice.pick(KINDS),
    paceMs: 100 + dice.int(900),
    saysVersionFirst: dice.chance(0.4),
  }));
  let wishes = satisfiable(
    parts.map((_, index) => firstWish(dice, index)),
    () => dice.chance(0.5),
  );
  const acts: Act[] = [{ what: "commit", ...AT_ONCE, wishes }];
  const commits = 1 + dice.int(3);
  const killAt = dice.chance(0.3) ? dice.int(commits) : -1;
  for (let index = 0; index < commits; index += 1) {
    if (index === 0 || dice.chance(0.4)) acts.push(drawEdit(dice, parts));
    wishes = nextWishes(dice, wishes);
    acts.push({ what: "commit", ...drawTime(dice), wishes });
    if (index === killAt) acts.push(...drawKill(dice));
    // In the middle of what it began.
    if (dice.chance(0.4)) acts.push({ ...drawEdit(dice, parts), isAfterRest: false });
  }
  return { parts, acts };
}

const AT_ONCE = { afterMs: 0, isAfterRest: false } as const;

function drawTime(dice: Dice): Pick<Act, "afterMs" | "isAfterRest"> {
  return { afterMs: 200 + dice.int(3500), isAfterRest: dice.chance(0.6) };
}

function firstWish(dice: Dice, index: number): Wish {
  return {
    version: drawVersion(dice),
    replicas: 1 + dice.int(2),
    ...drawSpeeds(dice),
    targets: drawTargets(dice, index),
  };
}

/** Most go up, most go down, both in one commit, or a reference goes together with a downgrade of what it named. */
function nextWishes(dice: Dice, before: readonly Wish[]): readonly Wish[] {
  const way = dice.pick(WAYS);
  if (way === "cut") return cutEdge(dice, before);
  const by = 1 + dice.int(2);
  const next = before.map((wish, index) => {
    const speeds = dice.chance(0.3) ? drawSpeeds(dice) : {};
    const targets = dice.chance(0.1) ? drawTargets(dice, index) : wish.targets;
    const isUp = way === "both" ? dice.chance(0.5) : way === "up";
    const moved = dice.chance(0.85) ? wish.version + (isUp ? by : -by) : wish.version;
    return { ...wish, ...speeds, targets, version: Math.min(VERSION_MAX, Math.max(1, moved)) };
  });
  return satisfiable(next, () => way !== "down" && dice.chance(0.4));
}

function cutEdge(dice: Dice, before: readonly Wish[]): readonly Wish[] {
  const edges = before.flatMap(({ targets }, from) => targets.map((to) => ({ from, to })));
  const [first, ...rest] = edges;
  if (first === undefined) return before;
  const { from, to } = dice.pick([first, ...rest]);
  const below = Math.max(1, (before[from]?.version ?? 1) - 1);
  const next = before.map((wish, index) => {
    if (index === to) return { ...wish, version: below };
    if (index !== from) return wish;
    return { ...wish, targets: wish.targets.filter((target) => target !== to) };
  });
  return satisfiable(next, () => false);
}

function drawVersion(dice: Dice): number {
  return 3 + dice.int(VERSION_MAX - 4);
}

function drawSpeeds(dice: Dice): { readonly readyMs: number; readonly stopsMs: number } {
  return { readyMs: 100 + dice.int(1200), stopsMs: 50 + dice.int(1200) };
}

function drawTargets(dice: Dice, index: number): readonly number[] {
  const earlier = Array.from({ length: index }, (_, target) => target);
  // The first two always belong together: no story is without an edge.
  if (index === 1) return earlier;
  return earlier.filter((target) => dice.chance(target === index - 1 ? 0.75 : 0.3));
}

/** No part wants more than its targets; some want as much, so that they have to wait for them. */
function satisfiable(wishes: readonly Wish[], wantsAsMuch: () => boolean): readonly Wish[] {
  const fitting: Wish[] = [];
  for (const wish of wishes) {
    const limits = wish.targets.map((target) => fitting[target]?.version ?? VERSION_MAX);
    const version = limits.length > 0 && wantsAsMuch() ? VERSION_MAX : wish.version;
    fitting.push({ ...wish, version: Math.min(version, ...limits) });
  }
  return fitting;
}

/** While nobody holds the stack, others have the time to carry out what they want. */
function drawKill(dice: Dice): readonly Act[] {
  const kill: Act = { what: "kill", ...AT_ONCE, written: 1 + dice.int(2) };
  const edit: Edit = { field: "all versions", value: 1 + dice.int(3) };
  return dice.chance(0.6) ? [kill, { what: "edit", ...AT_ONCE, part: 0, edit }] : [kill];
}

function drawEdit(dice: Dice, parts: readonly Part[]): Act {
  const field = dice.pick(FIELDS);
  const edit: Edit =
    field === "label" || field === "history"
      ? { field }
      : { field, value: field === "replicas" ? 1 + dice.int(3) : drawVersion(dice) };
  return { what: "edit", ...drawTime(dice), part: dice.int(parts.length), edit };
}

/** The story as a part of a title: `4 objects, 3 commits, 1 edit, a kill`. */
export function briefStory({ parts, acts }: Story): string {
  const edits = acts.filter(({ what }) => what === "edit").length;
  return [
    `${parts.length} objects`,
    `${acts.filter(({ what }) => what === "commit").length} commits`,
    ...(edits > 0 ? [edits === 1 ? "1 edit" : `${edits} edits`] : []),
    ...(acts.some(({ what }) => what === "kill") ? ["a kill"] : []),
  ].join(", ");
}
