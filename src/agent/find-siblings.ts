import { kindKey, type ObjectKey, objectKey } from "../core/object/object-id.ts";
import type { Desired, Hearing, Look, Sibling } from "../core/plan/look.ts";
import type { Question } from "../core/plan/plan.ts";
import { forgetClosedSiblings, readClosedSibling } from "./closed-sibling.ts";
import { holdsStack } from "./holds-stack.ts";
import { pause } from "./pause.ts";
import { refreshTip, takeRevision } from "./refresh-source.ts";
import type { SiblingSetup, Stack } from "./stack.ts";

/** How long the first look of a stack that was opened beside this one is waited for, in milliseconds. */
const FIRST_LOOK_WAIT_MS = 20_000;

type Siblings = Pick<Look, "siblings" | "heard">;

/** What is known of the other stacks of the config without asking anybody. */
export function findSiblings(
  stack: Stack,
  members: ReadonlySet<ObjectKey>,
  desired: Desired,
): Siblings {
  if (stack.hearing.revision !== desired.revision) {
    stack.hearing = { revision: desired.revision, atMs: new Map() };
    forgetClosedSiblings(stack);
  }
  return {
    siblings: describeSiblings(stack, members, desired),
    heard: describeHearing(stack, new Set()),
  };
}

/**
 * Asks the repositories of the other stacks, where a decision rests on what they have by now: one commit may move an object from
 * here to there, and they may not have looked since. `undefined`: no question is about them.
 */
export async function answerSiblings(
  stack: Stack,
  questions: readonly Question[],
  { members, desired, heard }: Pick<Look, "members" | "desired" | "heard">,
): Promise<Siblings | undefined> {
  const asked = questions.flatMap((each) =>
    each.ask === "siblings" ? [objectKey(each.ref.id)] : [],
  );
  if (asked.length === 0) return undefined;
  await Promise.all(stack.setup.siblings.map(async (each) => bringUpToDate(stack, each)));
  const nowMs = stack.setup.ports.clock.now();
  const atMs = new Map([...stack.hearing.atMs, ...asked.map((key) => [key, nowMs] as const)]);
  stack.hearing = { revision: desired.revision, atMs };
  return {
    siblings: describeSiblings(stack, members, desired),
    heard: describeHearing(stack, new Set([...asked, ...heardNow(heard)])),
  };
}

function heardNow(heard: Look["heard"]): readonly ObjectKey[] {
  return [...heard].flatMap(([key, { isNow }]) => (isNow ? [key] : []));
}

async function bringUpToDate(stack: Stack, sibling: SiblingSetup): Promise<void> {
  const open = stack.setup.family.get(sibling.name);
  if (open === undefined) {
    await readClosedSibling(stack, sibling);
    return;
  }
  if (await refreshTip(open)) open.wakeUp.ring();
  await takeRevision(open);
  await waitForLook(open);
}

/** Stacks that are opened together begin to look together. */
async function waitForLook(open: Stack): Promise<void> {
  const { clock } = open.setup.ports;
  const deadlineMs = clock.now() + FIRST_LOOK_WAIT_MS;
  while (isAboutToLook(open) && clock.now() < deadlineMs) {
    // oxlint-disable-next-line no-await-in-loop -- the end of the first look, or of the pass in which it failed
    await Promise.race([open.looks.wait(), pause(clock, 250, NEVER)]);
  }
}

function isAboutToLook(open: Stack): boolean {
  return open.readings === undefined && !open.hasPassed && holdsStack(open);
}

const NEVER = new AbortController().signal;

function describeHearing(
  { hearing }: Stack,
  now: ReadonlySet<ObjectKey>,
): ReadonlyMap<ObjectKey, Hearing> {
  return new Map([...hearing.atMs].map(([key, atMs]) => [key, { atMs, isNow: now.has(key) }]));
}

function describeSiblings(
  stack: Stack,
  members: ReadonlySet<ObjectKey>,
  desired: Desired,
): readonly Sibling[] {
  const own = keysOf(desired);
  const orphans = [...members].filter((key) => !own.has(key));
  const kinds = new Set(orphans.map(kindOfKey));
  return stack.setup.siblings.map((sibling) => {
    const known = findKnown(stack, sibling);
    return {
      name: sibling.name,
      applySetId: sibling.applySetId,
      earlierSets: sibling.earlierSets,
      keys: findKeys(known, kinds),
      manifests: known?.desired.manifests ?? [],
      associations: sibling.config.associations,
      readings: findReadings(stack.setup.family.get(sibling.name)),
    };
  });
}

interface Known {
  readonly desired: Desired;
  readonly unknownKinds: Stack["unknownKinds"];
  /** It is what the repository has now, as far as anybody was told. */
  readonly isCurrent: boolean;
}

/** What Git has of another stack; `undefined` before it was read. */
function findKnown(stack: Stack, { name }: SiblingSetup): Known | undefined {
  const open = stack.setup.family.get(name);
  const read = open ?? stack.closedSiblings.get(name);
  if (read?.desired === undefined) return undefined;
  const { desired, unknownKinds } = read;
  const isCurrent =
    open === undefined || (desired.revision === open.tip && !open.refusals.has("source"));
  return { desired, unknownKinds, isCurrent };
}

/**
 * `undefined` where nobody knows: not read, no answer, a tip that could not be put in force, or one with objects of the orphans'
 * kinds, read while nobody knew whether such objects have a namespace.
 */
function findKeys(
  known: Known | undefined,
  kinds: ReadonlySet<string>,
): ReadonlySet<ObjectKey> | undefined {
  if (known?.isCurrent !== true) return undefined;
  const isGuessed = known.unknownKinds.some((kind) => kinds.has(kindKey(kind)));
  return isGuessed ? undefined : keysOf(known.desired);
}

/** Of a stack that somebody else holds, and that never looked here, nothing is known nor waited for. */
function findReadings(open: Stack | undefined): Sibling["readings"] {
  if (open === undefined) return new Map();
  return open.readings ?? (holdsStack(open) ? undefined : new Map());
}

function kindOfKey(key: ObjectKey): string {
  return key.slice(0, key.indexOf("/"));
}

const keys = new WeakMap<Desired, ReadonlySet<ObjectKey>>();

function keysOf(desired: Desired): ReadonlySet<ObjectKey> {
  const known = keys.get(desired) ?? new Set(desired.manifests.map(({ id }) => objectKey(id)));
  keys.set(desired, known);
  return known;
}
