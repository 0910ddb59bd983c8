import { ClusterError } from "../core/cluster-error.ts";
import {
  type ApplySetScope,
  isWithinScope,
  scopeOf,
  uniteScopes,
} from "../core/inventory/apply-set.ts";
import {
  EMPTY_PARENT,
  isForeignParent,
  readParent,
  renderParent,
  type SeenParent,
  type StackParent,
} from "../core/inventory/stack-parent.ts";
import { isSameStatusText } from "../core/inventory/status-text.ts";
import type { JsonObject } from "../core/object/json.ts";
import type { ObjectId, ObjectRef } from "../core/object/object-id.ts";
import { guardBody } from "../core/plan/guard-body.ts";
import type { ClusterPort } from "../ports/cluster-port.ts";
import type { Stack } from "./stack.ts";

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

/** Before the first create of a pass: the parent names every kind and namespace that is about to hold members. */
export async function extendParent(stack: Stack, ids: readonly ObjectId[]): Promise<void> {
  const { content } = await readStackParent(stack);
  const needed = scopeOf(ids, stack.setup.parent.namespace);
  if (isWithinScope(needed, content.scope)) return;
  await writeParent(stack, { scope: uniteScopes(content.scope, needed) });
}

/** Writes what changed of the parent's content; equal content sends nothing. @returns whether something was written. */
export async function writeParent(
  stack: Stack,
  change: { readonly scope?: ApplySetScope; readonly revision?: string; readonly status?: string },
): Promise<boolean> {
  for (let tries = 0; tries < CONFLICTS_MAX; tries += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each try begins with what the one before found
    const seen = await readStackParent(stack);
    const content = { ...seen.content, ...change };
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

/** Whether the parent would be written for nothing. */
export function isSameParent(a: StackParent, b: StackParent): boolean {
  return (
    a.revision === b.revision &&
    isSameStatusText(a.status, b.status) &&
    isWithinScope(a.scope, b.scope) &&
    isWithinScope(b.scope, a.scope)
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

async function createAgentNamespace(cluster: ClusterPort, name: string): Promise<void> {
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
      return { live: undefined, content: EMPTY_PARENT };
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
      return { live: sighting.object, content: readParent(sighting.object) };
  }
}

function parentRef(stack: Stack): ObjectRef {
  return { id: stack.setup.parent, apiVersion: "v1" };
}
