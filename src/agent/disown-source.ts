import { ClusterError } from "../core/cluster-error.ts";
import { isMember } from "../core/inventory/is-member.ts";
import { type JsonObject, listAt } from "../core/object/json.ts";
import { uidOf } from "../core/object/live-object.ts";
import { type ObjectId, objectKey } from "../core/object/object-id.ts";
import type { StackDisown } from "../core/report/disown-document.ts";
import {
  findWaveOwners,
  planDisown,
  WAVE_FINALIZER,
  type WaveOwner,
} from "../core/restart/plan-disown.ts";
import type { Stack } from "./stack.ts";

/** How often it is tried again after somebody else wrote the source. */
const CONFLICTS_MAX = 5;

/**
 * Takes from a Secret or ConfigMap the ownerReferences that Wave put there for workloads of the stack, because a person asks for it.
 * Nothing else of it is written, and no other owner goes.
 *
 * @param asked Its namespace may be left out: then it is that of the stack.
 * @throws {ClusterError}
 */
export async function disownSource(
  stack: Stack,
  asked: ObjectId,
  how: { readonly isDryRun: boolean },
): Promise<StackDisown> {
  const namespace = asked.namespace === "" ? stack.setup.config.namespace : asked.namespace;
  const id = { ...asked, namespace };
  for (let tries = 1; tries < CONFLICTS_MAX; tries += 1) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- each try begins with what is there now
      return await disownOnce(stack, id, how);
    } catch (error) {
      if (!(error instanceof ClusterError) || error.code !== "conflict") throw error;
    }
  }
  return disownOnce(stack, id, how);
}

async function disownOnce(
  { setup }: Stack,
  id: ObjectId,
  { isDryRun }: { readonly isDryRun: boolean },
): Promise<StackDisown> {
  const { cluster } = setup.ports;
  const ref = { id, apiVersion: "v1" };
  const told = { name: setup.config.name, id: objectKey(id), dryRun: isDryRun };
  const seen = await cluster.read(ref);
  if (seen.kind === "unreadable") throw new ClusterError("forbidden", seen.reason);
  if (seen.kind !== "present") return { ...told, source: "absent", ...NOTHING };
  const owners = findWaveOwners(seen.object);
  const ours: { readonly key: string; readonly uid: string; readonly live: JsonObject }[] = [];
  for (const owner of owners) {
    // oxlint-disable-next-line no-await-in-loop -- a few
    const live = await readOwner(setup, owner, id.namespace);
    if (live !== undefined) ours.push({ key: keyOf(owner, id.namespace), uid: owner.uid, live });
  }
  const uids = new Set(ours.map(({ uid }) => uid));
  if (uids.size > 0 && !isDryRun) {
    await cluster.patchOwnership({ ref, patch: planDisown(seen.object, uids) });
  }
  return {
    ...told,
    source: "present",
    disowned: ours.map(({ key }) => key),
    finalizers: ours.filter(({ live }) => hasFinalizer(live)).map(({ key }) => key),
    kept: owners.filter(({ uid }) => !uids.has(uid)).map((each) => keyOf(each, id.namespace)),
  };
}

const NOTHING = { disowned: [], finalizers: [], kept: [] } as const;

/** The workload that a reference means, where it is one of the stack; another one of its name is none. */
async function readOwner(
  { ports, rules }: Stack["setup"],
  { kind, name, uid }: WaveOwner,
  namespace: string,
): Promise<JsonObject | undefined> {
  const id = { group: "apps", kind, namespace, name };
  const seen = await ports.cluster.read({ id, apiVersion: "apps/v1" });
  if (seen.kind !== "present") return undefined;
  return uidOf(seen.object) === uid && isMember(seen.object, rules) ? seen.object : undefined;
}

function keyOf({ kind, name }: WaveOwner, namespace: string): string {
  return objectKey({ group: "apps", kind, namespace, name });
}

function hasFinalizer(live: JsonObject): boolean {
  return listAt(live, "metadata", "finalizers").includes(WAVE_FINALIZER);
}
