import { ClusterError } from "../core/cluster-error.ts";
import type { JsonObject } from "../core/object/json.ts";
import type { ObjectId } from "../core/object/object-id.ts";
import type { ContentKeys } from "../core/restart/content-keys.ts";
import type { SourceView } from "../core/restart/source-view.ts";
import type { ClusterPort, FollowingState, Selection } from "../ports/cluster-port.ts";
import { namedSelection } from "./choose-selections.ts";
import type { Stack } from "./stack.ts";
import { selectionKey } from "./stack-view.ts";
import { createAgentNamespace } from "./write-parent.ts";

/** The Secret with the keys of content digests, one for each installation. */
const KEYS_NAME = "lockstep-digest-keys";

/** Until a refused create of the keys is tried again, in milliseconds. */
const RETRY_MS = 60_000;

type Keys = Pick<SourceView, "keys" | "reason">;

export function keysSelection({ setup }: Stack): Selection {
  return namedSelection({ id: keysId(setup.agentNamespace), apiVersion: "v1" });
}

/**
 * The keys of content digests, as the cluster has them by now. They are made when they are missing; whoever only looks takes keys
 * that end with the process, under which all is seen for the first time.
 */
export async function takeKeys(stack: Stack, mayCreate: boolean): Promise<Keys> {
  const state = stack.view.followings.get(selectionKey(keysSelection(stack)))?.state();
  const secret = state?.objects.values().next().value;
  if (secret !== undefined) return openSecret(stack, secret);
  if (state?.kind !== "synced") return { keys: undefined, reason: explainSilence(state) };
  return mayCreate ? createKeys(stack) : openSecret(stack, temporarySecret(stack));
}

function explainSilence(state: FollowingState | undefined): string {
  const reason = state?.reason ?? "";
  return reason === "" ? "their keys were not read yet" : reason;
}

async function createKeys(stack: Stack): Promise<Keys> {
  const { clock } = stack.setup.ports;
  const { trouble } = stack.digestKeys;
  if (trouble !== undefined && clock.now() < trouble.retryAtMs) {
    return { keys: undefined, reason: trouble.reason };
  }
  try {
    return openSecret(stack, await createSecret(stack));
  } catch (error) {
    if (!(error instanceof ClusterError)) throw error;
    stack.digestKeys.trouble = { reason: error.message, retryAtMs: clock.now() + RETRY_MS };
    return { keys: undefined, reason: error.message };
  }
}

async function createSecret(stack: Stack): Promise<JsonObject> {
  const { cluster, contentKeys } = stack.setup.ports;
  const id = keysId(stack.setup.agentNamespace);
  const ref = { id, apiVersion: "v1" };
  const sighting = await cluster.read(ref);
  if (sighting.kind === "present") return sighting.object;
  const body = {
    apiVersion: "v1",
    kind: "Secret",
    metadata: { name: id.name, namespace: id.namespace },
    type: "Opaque",
    data: contentKeys.make(),
  };
  try {
    return await createOrTake(cluster, { ref, body });
  } catch (error) {
    if (!(error instanceof ClusterError) || error.code !== "missing-namespace") throw error;
    await createAgentNamespace(cluster, id.namespace);
    return createOrTake(cluster, { ref, body });
  }
}

/** Of two that make them at the same time one is first, and the other takes those. */
async function createOrTake(
  cluster: ClusterPort,
  request: Parameters<ClusterPort["create"]>[0],
): Promise<JsonObject> {
  try {
    return await cluster.create(request);
  } catch (error) {
    if (!(error instanceof ClusterError) || error.code !== "conflict") throw error;
    const other = await cluster.read(request.ref);
    if (other.kind !== "present") throw error;
    return other.object;
  }
}

/** Keys of Secrets that somebody still holds: digests are kept with them. */
const opened = new WeakMap<JsonObject, ContentKeys | "none">();

function openSecret({ setup }: Stack, secret: JsonObject): Keys {
  const known = opened.get(secret) ?? setup.ports.contentKeys.open(secret) ?? "none";
  opened.set(secret, known);
  const name = `Secret/${setup.agentNamespace}/${KEYS_NAME}`;
  return known === "none"
    ? {
        keys: undefined,
        reason: `${name} holds no key (k1: at least 16 bytes); delete it and it is made anew`,
      }
    : { keys: known, reason: "" };
}

function temporarySecret(stack: Stack): JsonObject {
  stack.digestKeys.temporary ??= { data: stack.setup.ports.contentKeys.make() };
  return stack.digestKeys.temporary;
}

function keysId(namespace: string): ObjectId {
  return { group: "", kind: "Secret", namespace, name: KEYS_NAME };
}
