import { ClusterError } from "../core/cluster-error.ts";
import { ANY_KIND, isWithinScope, scopeOf, uniteScopes } from "../core/inventory/apply-set.ts";
import {
  EMPTY_PARENT,
  isForeignParent,
  isParentOf,
  readParent,
  renderParent,
  type SeenParent,
  type StackParent,
} from "../core/inventory/stack-parent.ts";
import { isSameStatusText } from "../core/inventory/status-text.ts";
import { isSameSuspension } from "../core/inventory/suspension.ts";
import type { JsonObject } from "../core/object/json.ts";
import { idOf, resourceVersionOf, uidOf } from "../core/object/live-object.ts";
import { type ObjectId, type ObjectRef, parseKind } from "../core/object/object-id.ts";
import { guardBody } from "../core/plan/guard-body.ts";
import type { ClusterPort, Following } from "../ports/cluster-port.ts";
import { hasEarlierMembers } from "./has-earlier-members.ts";
import { mayWrite } from "./may-write.ts";
import { memberLabels } from "./member-sets.ts";
import type { Stack } from "./stack.ts";
import { compareVersions, hasCaughtUp } from "./stack-view.ts";

/** How often a write of the parent is tried again after somebody else wrote it. */
const CONFLICTS_MAX = 5;

/**
 * Reads the parent once a run; later it is what we wrote.
 *
 * @throws {ClusterError} when it cannot be read, or belongs to another tool or another set.
 */
export async function readStackParent(stack: Stack): Promise<SeenParent> {
  if (stack.parent !== undefined) return stack.parent;
  stack.parent = await readSeenParent(stack);
  return stack.parent;
}

/**
 * Before the first write of a pass: the parent names every kind and namespace that is about to hold members, and the commit. So
 * whoever takes the stack over never begins with an older one than was applied.
 */
export async function extendParent(
  stack: Stack,
  pass: { readonly ids: readonly ObjectId[]; readonly revision: string },
): Promise<void> {
  const { revision } = pass;
  const { content } = await readStackParent(stack);
  const needed = scopeOf(pass.ids, stack.setup.parent.namespace);
  if (isWithinScope(needed, content.scope) && content.revision === revision) return;
  await writeParent(stack, (newest) => ({
    scope: uniteScopes(newest.scope, needed),
    revision,
    confirmedPrune: stillConfirmed(stack, newest),
  }));
}

/**
 * What was confirmed is over once another revision follows the one it was confirmed for. A revision that was not in force yet
 * may be one that we have not heard of: whoever confirmed it saw a newer tip.
 */
export function stillConfirmed({ desired }: Stack, newest: StackParent): string {
  const { confirmedPrune, revision } = newest;
  const isOver =
    confirmedPrune === revision && desired !== undefined && desired.revision !== revision;
  return isOver ? "" : confirmedPrune;
}

/** Kinds that turned out to hold members, or may do so: the next write of the parent names them. */
export function rememberKinds(stack: Stack, kinds: readonly string[]): void {
  const { parent } = stack;
  if (parent === undefined) return;
  const scope = uniteScopes(parent.content.scope, { kinds, namespaces: [] });
  stack.parent = { ...parent, content: { ...parent.content, scope } };
}

/** A change of the parent, made of what is there. */
type ParentChange = (newest: StackParent) => Partial<StackParent>;

/** Writes what changed of the parent's content; equal content sends nothing. @returns whether something was written. */
export async function writeParent(stack: Stack, change: ParentChange): Promise<boolean> {
  for (let tries = 0; tries < CONFLICTS_MAX; tries += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each try begins with what the one before found
    const seen = await readStackParent(stack);
    const content = { ...seen.content, ...change(seen.content) };
    if (seen.live !== undefined && isSameParent(content, seen.content)) return false;
    // oxlint-disable-next-line no-await-in-loop -- see above
    const live = await applyParent(stack, { live: seen.live, content });
    if (live !== undefined) {
      stack.parent = { live, content };
      return true;
    }
    stack.parent = undefined;
  }
  throw new ClusterError(
    "conflict",
    `ConfigMap/${stack.setup.parent.namespace}/${stack.setup.parent.name}: somebody else keeps writing the stack's parent; is a second agent running without a Lease?`,
  );
}

/** What is kept as text whose equality says all. */
const TEXTS = ["fights", "restarts", "offers", "queue"] as const;

/** Whether the parent would be written for nothing. */
export function isSameParent(a: StackParent, b: StackParent): boolean {
  return (
    a.revision === b.revision &&
    a.confirmedPrune === b.confirmedPrune &&
    isSameSuspension(a.suspension, b.suspension) &&
    areSameEnds(a.endedJobs, b.endedJobs) &&
    TEXTS.every((text) => a[text] === b[text]) &&
    isSameStatusText(a.status, b.status) &&
    isWithinScope(a.scope, b.scope) &&
    isWithinScope(b.scope, a.scope)
  );
}

function areSameEnds(a: StackParent["endedJobs"], b: StackParent["endedJobs"]): boolean {
  return (
    a.size === b.size &&
    [...a].every(([key, end]) => {
      const other = b.get(key);
      return other?.intentHash === end.intentHash && other.outcome === end.outcome;
    })
  );
}

/** `undefined`: somebody wrote it meanwhile. */
async function applyParent(stack: Stack, seen: SeenParent): Promise<JsonObject | undefined> {
  const { setup } = stack;
  const body = renderParent(seen.content, {
    id: setup.parent,
    stack: setup.config.name,
    applySetId: setup.rules.applySetId,
    version: setup.version,
  });
  try {
    const { object } = await setup.ports.cluster.apply({
      ref: parentRef(stack),
      body: seen.live === undefined ? body : guardBody(body, seen.live),
      isDryRun: false,
    });
    return object;
  } catch (error) {
    if (error instanceof ClusterError && error.code === "conflict") return undefined;
    if (!(error instanceof ClusterError) || error.code !== "missing-namespace") throw error;
    await createAgentNamespace(setup.ports.cluster, setup.parent.namespace);
    return undefined;
  }
}

/** @throws {ClusterError} when it may not be created. */
export async function createAgentNamespace(cluster: ClusterPort, name: string): Promise<void> {
  const id = { group: "", kind: "Namespace", namespace: "", name };
  await cluster.apply({
    ref: { id, apiVersion: "v1" },
    body: { apiVersion: "v1", kind: "Namespace", metadata: { name } },
    isDryRun: false,
  });
}

async function readSeenParent(stack: Stack): Promise<SeenParent> {
  const sighting = await stack.setup.ports.cluster.read(parentRef(stack));
  const name = `ConfigMap/${stack.setup.parent.namespace}/${stack.setup.parent.name}`;
  switch (sighting.kind) {
    case "absent":
    case "not-served":
      return { live: undefined, content: await rebuildParent(stack) };
    case "unreadable":
      throw new ClusterError(
        "forbidden",
        `${name}: the stack's parent cannot be read: ${sighting.reason}`,
      );
    case "present":
      if (isForeignParent(sighting.object, stack.setup.rules.applySetId)) {
        throw new ClusterError(
          "not-ours",
          `${name}: is the parent of another tool's ApplySet; give the stack another name`,
        );
      }
      return { live: sighting.object, content: await joinEarlier(stack, sighting.object) };
  }
}

/**
 * A parent of the present name, with what holds members under earlier ones: the stack may have run under its new name before
 * anybody said what it was called.
 */
async function joinEarlier(stack: Stack, live: JsonObject): Promise<StackParent> {
  const content = readParent(live);
  if (stack.hasForgotten) return content;
  const earlier = (await readEarlierParents(stack)).map((each) => readParent(each).scope);
  return { ...content, scope: [content.scope, ...earlier].reduce(uniteScopes) };
}

/** A parent that was lost, or never was: which kinds hold members is asked of the cluster. */
async function rebuildParent(stack: Stack): Promise<StackParent> {
  const found = await stack.setup.ports.cluster.findKindsOf(memberLabels(stack));
  const earlier = (await readEarlierParents(stack)).map(readParent);
  const [content = EMPTY_PARENT] = earlier;
  const unanswered = found.unanswered.filter((kind) => parseKind(kind).kind !== ANY_KIND);
  // Of a stack that never wrote anything, what may not be listed holds nothing either.
  const isNew = found.kinds.length + unanswered.length + earlier.length === 0;
  const kinds = isNew ? [] : [...found.kinds, ...found.unknown, ...found.unanswered];
  const scopes = [{ kinds, namespaces: [] }, ...earlier.map(({ scope }) => scope)];
  return { ...content, scope: scopes.reduce(uniteScopes) };
}

/** What the stack remembered under earlier names, and is still there. Other objects of such a name are not ours. */
async function readEarlierParents({ setup }: Stack): Promise<readonly JsonObject[]> {
  const { cluster } = setup.ports;
  const refs = setup.earlierParents.map((id) => ({ id, apiVersion: "v1" }));
  const sightings = await cluster.readMany(refs);
  return [...sightings.values()].flatMap((each) =>
    each.kind === "present" && isParentOf(each.object, setup.rules.earlierSets)
      ? [each.object]
      : [],
  );
}

/**
 * Once all of the stack carries its present name, what it remembered under earlier ones is deleted. What stays under an earlier name
 * keeps the parent of that name.
 *
 * @throws {ClusterError} when the cluster refuses that.
 */
export async function forgetEarlierParents(stack: Stack): Promise<void> {
  if (stack.hasForgotten || hasEarlierMembers(stack)) return;
  const { cluster } = stack.setup.ports;
  for (const live of await readEarlierParents(stack)) {
    if (!mayWrite(stack)) return;
    const ref = { id: idOf(live), apiVersion: "v1" };
    const guard = { uid: uidOf(live), resourceVersion: resourceVersionOf(live) };
    // oxlint-disable-next-line no-await-in-loop -- one or two in the life of a stack
    await cluster.delete({ ref, ...guard });
  }
  stack.hasForgotten = true;
}

/** Takes what somebody else wrote since from the watch: a person may suspend the stack, or confirm its deletes. */
export function noticeParent(stack: Stack, seen: JsonObject): void {
  const known = stack.parent?.live;
  const isNewer =
    known === undefined || compareVersions(resourceVersionOf(seen), resourceVersionOf(known)) > 0;
  if (!isNewer) return;
  // Somebody else's now: it is read, and that says so.
  const isForeign = isForeignParent(seen, stack.setup.rules.applySetId);
  stack.parent = isForeign ? undefined : { live: seen, content: readParent(seen) };
}

/**
 * Somebody deleted it: the next record of a pass makes it anew, with what was known of it. Only a watch that is as new as what we
 * know of it tells.
 */
export function noticeLostParent(stack: Stack, following: Following | undefined): void {
  const { parent } = stack;
  if (parent?.live === undefined || following === undefined) return;
  if (hasCaughtUp([following.state()], parent.live)) stack.parent = { ...parent, live: undefined };
}

export function parentRef(stack: Stack): ObjectRef {
  return { id: stack.setup.parent, apiVersion: "v1" };
}
