import { CONTROL_KEYS } from "../core/control-keys.ts";
import { isMember } from "../core/inventory/is-member.ts";
import type { Manifest } from "../core/manifest/manifest.ts";
import { type JsonObject, valueAt } from "../core/object/json.ts";
import { annotationOf } from "../core/object/live-object.ts";
import {
  apiVersionOf,
  type ObjectId,
  type ObjectRef,
  objectKey,
} from "../core/object/object-id.ts";
import { buildIntent } from "../core/plan/build-intent.ts";
import { type BlameInput, describeBlame } from "../core/plan/describe-blame.ts";
import { findReleaseGrounds } from "../core/plan/find-release-grounds.ts";
import type { Problem } from "../core/problem.ts";
import { findReleased } from "../core/released/find-released.ts";
import type { Blame } from "../core/report/blame.ts";
import type { RefusalStatus } from "../core/report/status-document.ts";
import { listAutoscalers } from "./list-autoscalers.ts";
import { readEarlier } from "./read-earlier.ts";
import { refreshTip, takeRevision } from "./refresh-source.ts";
import type { Stack } from "./stack.ts";

/** What one stack knows of an object that somebody asks about. */
export type BlameAnswer =
  | { readonly kind: "found"; readonly blame: Blame }
  /** Git has it, the cluster does not. */
  | { readonly kind: "missing"; readonly id: string; readonly stack: string }
  /** It is there, and this stack has nothing to do with it. */
  | { readonly kind: "unmanaged"; readonly id: string }
  | { readonly kind: "unreadable"; readonly id: string; readonly reason: string }
  /** Neither Git nor the cluster has it; or nobody knows what Git has. */
  | {
      readonly kind: "unknown";
      readonly problems: readonly Problem[];
      readonly refusal: RefusalStatus | undefined;
    };

/**
 * Reads one object freshly and says who owns what of it. Writes nothing.
 *
 * @param asked As typed: the namespace may be left out, then it is that of Git's only such object, or of the stack.
 * @throws {ClusterError}
 */
export async function blameObject(stack: Stack, asked: ObjectId): Promise<BlameAnswer> {
  await refreshTip(stack);
  await takeRevision(stack);
  const manifest = findManifest(stack.desired?.manifests ?? [], asked);
  const ref = await findRef(stack, asked, manifest);
  if (ref === undefined) return nobodyKnows(stack);
  const id = objectKey(ref.id);
  const sighting = await stack.setup.ports.cluster.read(ref);
  if (sighting.kind === "present") return blameLive(stack, ref.id, [sighting.object, manifest]);
  if (sighting.kind === "unreadable") return { kind: "unreadable", id, reason: sighting.reason };
  return manifest === undefined
    ? nobodyKnows(stack)
    : { kind: "missing", id, stack: stack.setup.config.name };
}

async function blameLive(
  stack: Stack,
  id: ObjectId,
  [live, manifest]: readonly [live: JsonObject, manifest: Manifest | undefined],
): Promise<BlameAnswer> {
  const { rules } = stack.setup;
  const isOurs = manifest !== undefined || isMember(live, rules);
  if (!isOurs) return { kind: "unmanaged", id: objectKey(id) };
  const git = manifest === undefined ? undefined : await readGit(stack, live, manifest);
  return { kind: "found", blame: describeBlame({ id, live, manifest, git, rules }) };
}

/** What the object is judged by: the commit that it was last applied at, as drift is; and what is given up of it. */
async function readGit(
  stack: Stack,
  live: JsonObject,
  manifest: Manifest,
): Promise<BlameInput["git"]> {
  const { ports, rules } = stack.setup;
  const { applied, revision } = await readApplied(stack, live, manifest);
  const autoscalers =
    valueAt(live, "spec", "replicas") === undefined
      ? { live: [], unlisted: new Map<string, string>() }
      : await listAutoscalers(ports.cluster, manifest.id.namespace);
  const desired = { manifests: stack.desired?.manifests ?? [] };
  const grounds = findReleaseGrounds({ autoscalers, desired, nowMs: ports.clock.now(), rules });
  return {
    intent: buildIntent(applied, { rules, revision, digest: ports.digest }).body,
    revision,
    released: findReleased({ id: manifest.id, body: manifest.body, live }, grounds).paths,
  };
}

/** What is not ours yet, and what the repository cannot tell, is judged by Git's newest. */
async function readApplied(
  stack: Stack,
  live: JsonObject,
  manifest: Manifest,
): Promise<{ readonly applied: Manifest; readonly revision: string }> {
  const newest = { applied: manifest, revision: stack.desired?.revision ?? "" };
  const revision = annotationOf(live, CONTROL_KEYS.revision) ?? "";
  const isNewest = revision === "" || revision === newest.revision;
  if (isNewest || !isMember(live, stack.setup.rules)) return newest;
  const earlier = await readEarlier(stack, revision);
  if (typeof earlier === "string") return newest;
  const applied = earlier.get(objectKey(manifest.id));
  return applied?.apiVersion === manifest.apiVersion ? { applied, revision } : newest;
}

function findManifest(manifests: readonly Manifest[], asked: ObjectId): Manifest | undefined {
  const exact = manifests.find(({ id }) => objectKey(id) === objectKey(asked));
  if (exact !== undefined || asked.namespace !== "") return exact;
  const alike = manifests.filter(
    ({ id }) => objectKey({ ...id, namespace: "" }) === objectKey(asked),
  );
  return alike.length === 1 ? alike[0] : undefined;
}

/** `undefined` when the cluster serves no such kind, and Git does not have it either. */
async function findRef(
  stack: Stack,
  asked: ObjectId,
  manifest: Manifest | undefined,
): Promise<ObjectRef | undefined> {
  if (manifest !== undefined) return { id: manifest.id, apiVersion: manifest.apiVersion };
  const { group, kind } = asked;
  const served = await stack.setup.ports.cluster.findKind({ group, kind });
  if (served === undefined) return undefined;
  const home = asked.namespace === "" ? stack.setup.config.namespace : asked.namespace;
  const namespace = served.isNamespaced ? home : "";
  const apiVersion = apiVersionOf({ group, version: served.version });
  return { id: { ...asked, namespace }, apiVersion };
}

function nobodyKnows(stack: Stack): BlameAnswer {
  const problems = stack.desired === undefined ? stack.problems : [];
  return { kind: "unknown", problems, refusal: stack.refusals.get("source") };
}
