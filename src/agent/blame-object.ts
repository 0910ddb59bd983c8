import { isMember } from "../core/inventory/is-member.ts";
import type { Manifest } from "../core/manifest/manifest.ts";
import type { JsonObject } from "../core/object/json.ts";
import {
  apiVersionOf,
  type ObjectId,
  type ObjectRef,
  objectKey,
} from "../core/object/object-id.ts";
import { buildIntent } from "../core/plan/build-intent.ts";
import { describeBlame } from "../core/plan/describe-blame.ts";
import type { Problem } from "../core/problem.ts";
import type { Blame } from "../core/report/blame.ts";
import type { RefusalStatus } from "../core/report/status-document.ts";
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

function blameLive(
  stack: Stack,
  id: ObjectId,
  [live, manifest]: readonly [live: JsonObject, manifest: Manifest | undefined],
): BlameAnswer {
  const { rules } = stack.setup;
  const isOurs = manifest !== undefined || isMember(live, rules);
  if (!isOurs) return { kind: "unmanaged", id: objectKey(id) };
  const intent = manifest === undefined ? undefined : intentOf(stack, manifest);
  return { kind: "found", blame: describeBlame({ id, live, manifest, intent, rules }) };
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

function intentOf(stack: Stack, manifest: Manifest): JsonObject {
  const { rules, ports } = stack.setup;
  const revision = stack.desired?.revision ?? "";
  return buildIntent(manifest, { rules, revision, digest: ports.digest }).body;
}

function nobodyKnows(stack: Stack): BlameAnswer {
  const problems = stack.desired === undefined ? stack.problems : [];
  return { kind: "unknown", problems, refusal: stack.refusals.get("source") };
}
