import { kindKey, type ObjectKey, objectKey } from "../core/object/object-id.ts";
import type { Desired, Sibling } from "../core/plan/look.ts";
import { refreshTip, takeRevision } from "./refresh-source.ts";
import type { Stack } from "./stack.ts";

/**
 * What the other stacks of the config have in Git. While this one has orphans their repositories are asked first: one commit may
 * move an object from here to there, and they may not have looked since.
 */
export async function findSiblings(
  { setup }: Stack,
  members: ReadonlySet<ObjectKey>,
  desired: Desired,
): Promise<readonly Sibling[]> {
  const own = keysOf(desired);
  const orphans = [...members].filter((key) => !own.has(key));
  const kinds = new Set(orphans.map(kindOfKey));
  const open = setup.siblings.map((sibling) => ({
    sibling,
    stack: setup.family.get(sibling.name),
  }));
  if (orphans.length > 0) await Promise.all(open.map(async ({ stack }) => bringUpToDate(stack)));
  return open.map(({ sibling, stack }) => ({
    ...sibling,
    keys: presentKeys(stack, kinds),
    manifests: stack?.desired?.manifests ?? [],
  }));
}

async function bringUpToDate(stack: Stack | undefined): Promise<void> {
  if (stack === undefined) return;
  if (await refreshTip(stack)) stack.wakeUp.ring();
  await takeRevision(stack);
}

/**
 * `undefined` where nobody knows: not open, no answer, a tip that could not be put in force, or one with objects of the orphans'
 * kinds, read while nobody knew whether such objects have a namespace.
 */
function presentKeys(
  stack: Stack | undefined,
  kinds: ReadonlySet<string>,
): ReadonlySet<ObjectKey> | undefined {
  if (stack?.desired === undefined || stack.refusals.has("source")) return undefined;
  if (stack.unknownKinds.some((kind) => kinds.has(kindKey(kind)))) return undefined;
  return stack.desired.revision === stack.tip ? keysOf(stack.desired) : undefined;
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
