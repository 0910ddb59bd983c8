import { type JsonObject, numberAt, textAt } from "../../src/core/object/json.ts";
import { generationOf, isTerminating } from "../../src/core/object/live-object.ts";
import { applyObject } from "../support/server-side-apply.ts";
import {
  type Commit,
  type CommitWish,
  drawCommit,
  drawEdit,
  drawVersion,
  editVersion,
} from "./commit.ts";
import type { Dice } from "./dice.ts";
import { isMember } from "./judge-delete.ts";
import { ceilAt, momentOf } from "./observer.ts";
import { isSettled, podsOf, type SimObject } from "./sim-object.ts";
import { operate } from "./sim-operator.ts";
import type { SimServer } from "./sim-server.ts";
import { manifestOf, readSpec, revisionText, type Wish } from "./wish.ts";

/** What everything in a story happens on. */
export interface Stage {
  readonly dice: Dice;
  readonly server: SimServer;
  readonly commits: Commit[];
  /** Notes a line of the trace; the text is made only when somebody reads it. */
  readonly say: (text: () => string) => void;
}

/** The operators make some moves, of any objects. */
export function operateSome(stage: Stage, timesMax: number): void {
  const times = 1 + stage.dice.int(timesMax);
  for (let time = 0; time < times; time += 1) operateOne(stage, someObject(stage));
}

function operateOne({ dice, server, say }: Stage, object: SimObject): void {
  if (!operate(object, dice)) return;
  server.touched(object);
  say(() => `  o${object.role.index} is ${briefObject(object)}`);
}

/** Moves of each operator in a round of the end: few while something waits for them, and else as many as a rollout takes. */
const ROUND_MOVES = { waiting: 14, written: 100 } as const;

/** A round of the end. */
export function operateAll(stage: Stage): void {
  const times = isAllWritten(stage) ? ROUND_MOVES.written : ROUND_MOVES.waiting;
  for (const object of stage.server.objects) {
    for (let time = 0; time < times; time += 1) operateOne(stage, object);
  }
}

/** Nothing is left for the agent to write. */
export function isAllWritten(stage: Stage): boolean {
  return stage.server.objects.every((each) => isWritten(stage, each));
}

/** By the truth, it is and runs as Git has it. */
export function isAsWanted(stage: Stage, object: SimObject): boolean {
  return isWritten(stage, object) && (wishOf(stage, object) === undefined || isSettled(object));
}

function isWritten(stage: Stage, object: SimObject): boolean {
  const wish = wishOf(stage, object);
  if (wish === undefined) return !isMember(object);
  return object.live !== undefined && readSpec(object.live).revision === revisionText(wish);
}

function wishOf({ commits }: Stage, { role }: SimObject): Wish | undefined {
  return commits.at(-1)?.wishes[role.index];
}

export function someObject({ dice, server }: Stage): SimObject {
  const [first, ...rest] = server.objects;
  if (first === undefined) throw new Error("a story without objects");
  return dice.pick([first, ...rest]);
}

export function commitSome(stage: Stage, asked: CommitWish): void {
  const { commits, dice, say, server } = stage;
  const roles = server.objects.map(({ role }) => role);
  const commit = drawCommit(dice, roles, { before: commits.at(-1), ...asked });
  commits.push(commit);
  say(() => `commit ${briefCommit(commit, server.objects)}`);
}

/** A commit as people make them: most can be had, some are bad, and now and then one has nothing in it. */
export function commitAny(stage: Stage): void {
  const what = stage.dice.int(100);
  const isGood = stage.dice.chance(0.6);
  commitSome(stage, { isSatisfiable: what < 85, isGood, isEmpty: what >= 96 });
}

/** Watches begin to lag, each for itself, or catch up. */
export function lag({ dice, say }: Stage, followings: Iterable<{ isLagging: boolean }>): void {
  say(() => "watches lag");
  for (const following of followings) {
    if (dice.chance(0.4)) following.isLagging = !following.isLagging && dice.chance(0.6);
  }
}

/** Somebody else creates, deletes or edits; or sets several versions at once, as who rolls back by hand. */
export function meddle(stage: Stage): void {
  const { dice, say, server } = stage;
  if (dice.chance(0.25)) {
    setVersions(stage);
    return;
  }
  const object = someObject(stage);
  const name = `o${object.role.index}`;
  if (object.live === undefined) {
    if (dice.chance(0.5)) createAnother(stage, object);
  } else if (dice.chance(0.25)) {
    server.remove(object, { isForeground: dice.chance(0.5) });
    say(() => `somebody deletes ${name}`);
  } else {
    const patch = drawEdit(dice, object.role);
    server.edit(object, patch);
    say(() => `somebody edits ${name}: ${JSON.stringify(patch)}`);
  }
}

/** Any of them, or one with what it comes after. */
function chooseSeveral({ commits, dice, server }: Stage): readonly SimObject[] {
  const { objects } = server;
  if (dice.chance(0.5)) return objects.filter(() => dice.chance(0.6));
  const one = dice.int(objects.length);
  const edges = commits.at(-1)?.wishes[one]?.edges ?? [];
  const chosen = new Set([one, ...edges.map(({ target }) => target)]);
  return objects.filter(({ role }) => chosen.has(role.index));
}

/**
 * Somebody takes an object and what it follows back by hand, so that the older version is all that runs.
 *
 * @returns whether there was such a pair.
 */
export function rollBackPair(stage: Stage): boolean {
  const { commits, dice, say, server } = stage;
  const pairs = server.objects.flatMap((object) => {
    const edges = commits.at(-1)?.wishes[object.role.index]?.edges ?? [];
    const targets = edges.flatMap((edge) => server.objects[edge.target] ?? []);
    const isUp = object.live !== undefined && readSpec(object.live).version > 1;
    return isUp ? targets.map((target) => [object, target] as const) : [];
  });
  const [first, ...rest] = pairs;
  if (first === undefined) return false;
  const [dependent, target] = dice.pick([first, ...rest]);
  if (dependent.live === undefined) return false;
  const older = 1 + dice.int(readSpec(dependent.live).version - 1);
  say(() => `somebody takes o${dependent.role.index} and o${target.role.index} back to ${older}`);
  target.isSilent ||= dice.chance(0.3);
  for (const object of [dependent, target]) {
    server.edit(object, editVersion(object.role, older));
    carryOut(stage, object);
  }
  return true;
}

function setVersions(stage: Stage): void {
  const { dice, say, server } = stage;
  const version = drawVersion(dice);
  const some = chooseSeveral(stage).filter(({ live }) => live !== undefined);
  for (const object of some) server.edit(object, editVersion(object.role, version));
  say(() => `somebody sets ${some.map(({ role }) => `o${role.index}`).join(" ")} to ${version}`);
  if (dice.chance(0.5)) return;
  // Carried out before the agent looks.
  for (const object of some) carryOut(stage, object);
}

/** Its operator works until all is done, or it is plain that it does not get there. */
function carryOut(stage: Stage, object: SimObject): void {
  for (let time = 0; time < MOVES_MAX && !isSettled(object); time += 1) operateOne(stage, object);
  for (let time = 0; time < 6; time += 1) operateOne(stage, object);
}

const MOVES_MAX = 120;

function createAnother({ commits, dice, say, server }: Stage, object: SimObject): void {
  const { role } = object;
  const wish = commits.find(({ wishes }) => wishes[role.index] !== undefined)?.wishes[role.index];
  if (wish === undefined) return;
  const roles = server.objects.map((each) => each.role);
  const { body } = manifestOf(role, { ...wish, version: drawVersion(dice) }, roles);
  server.put(object, applyObject(undefined, body, "kubectl"));
  say(() => `somebody creates o${role.index}: ${briefObject(object)}`);
}

/** An operator stops, falls silent or goes on; pods hang or end. */
export function trouble(stage: Stage): void {
  const object = someObject(stage);
  const what = stage.dice.int(3);
  if (what === 0) object.isStuck = !object.isStuck;
  else if (what === 1) object.isSilent = !object.isSilent;
  else object.isHanging = !object.isHanging;
}

/** `9.2.0 r2-0-good x2 [1+x 2.] 3/4 says 9.1.0 Ready`: `+` is a ready pod, `.` one that is not, `x` one that ends. */
function briefObject(object: SimObject): string {
  const { live } = object;
  if (live === undefined) return `gone, ${object.pods.length} pods left`;
  const { revision, replicas } = readSpec(live);
  const pods = podsOf(object).map(
    (pod) => `${pod.version}${pod.isReady ? "+" : "."}${pod.isGoing ? "x" : ""}`,
  );
  return `${isTerminating(live) ? "ending " : ""}${revision} x${replicas} [${pods.join(" ")}] ${briefStatus(live)}`;
}

function briefStatus(live: JsonObject): string {
  const observed = numberAt(live, "status", "observedGeneration") ?? "-";
  const said = textAt(live, "status", "version") ?? "-";
  return `${observed}/${generationOf(live) ?? "-"} says ${said} ${textAt(live, "status", "phase") ?? ""}`;
}

function briefCommit(commit: Commit, objects: readonly SimObject[]): string {
  const wishes = commit.wishes.map((wish, index) => {
    const kind = objects[index]?.role.kind ?? "";
    if (wish === undefined) return `o${index} ${kind} not there`;
    const edges = wish.edges.map(({ target, gate, from, to }) =>
      gate === "range" ? `o${target}@${from}-${to}` : `o${target}@${gate}`,
    );
    const marks = `${wish.isBad ? " bad" : ""}${wish.isPaused ? " paused" : ""}`;
    return `o${index} ${kind} 9.${wish.version} c${wish.config} x${wish.replicas}${marks} after [${edges.join(" ")}]`;
  });
  return `${commit.revision.slice(0, 6)}: ${wishes.join("; ")}`;
}

/** The last commit can be had from what runs. */
export function commitLast(stage: Stage): void {
  const running = stage.server.objects.map((each) => ceilAt(momentOf(each, 0)));
  commitSome(stage, { isSatisfiable: true, isGood: true, running });
  cleanUp(stage);
}

/** Who made what Git does not have takes it away: it may hold a target for as long as it runs. */
function cleanUp({ commits, server }: Stage): void {
  const wishes = commits.at(-1)?.wishes;
  for (const object of server.objects) {
    const isOthers = object.live !== undefined && !isMember(object);
    if (isOthers && wishes?.[object.role.index] === undefined) {
      server.remove(object, { isForeground: true });
    }
  }
}
