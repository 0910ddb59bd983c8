import { kindKey, type ObjectKey, objectKey } from "../core/object/object-id.ts";
import type { Desired, Hearing, Look, Sibling } from "../core/plan/look.ts";
import { forgetClosedSiblings } from "./closed-sibling.ts";
import { findSuspension } from "./find-suspension.ts";
import { holdsStack } from "./holds-stack.ts";
import type { SiblingSetup, Stack } from "./stack.ts";

/** What a look knows of the other stacks. */
export type Siblings = Pick<Look, "siblings" | "heard">;

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

/** Of which objects the other stacks were asked; `now`: for the very decision that is made. */
export function describeHearing(
  { hearing }: Stack,
  now: ReadonlySet<ObjectKey>,
): ReadonlyMap<ObjectKey, Hearing> {
  return new Map([...hearing.atMs].map(([key, atMs]) => [key, { atMs, isNow: now.has(key) }]));
}

/** The other stacks as far as they are known by now. */
export function describeSiblings(
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
      waiting: findWaiting(stack.setup.family.get(sibling.name)),
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

/**
 * What a person holds still does not go. Whoever holds the stack, this process or another replica, decides about it from what Git and
 * the cluster say, so what is found here is found there.
 */
function findWaiting(open: Stack | undefined): Sibling["waiting"] {
  const isFree = open?.parent !== undefined && findSuspension(open) === undefined;
  return isFree ? open.waiting : new Map();
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
