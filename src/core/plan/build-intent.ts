import { CONTROL_KEYS } from "../control-keys.ts";
import type { Digest } from "../digest.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { canonicalText, type JsonObject, objectAt } from "../object/json.ts";
import type { StackRules } from "./look.ts";

/** A body that we apply, and the hash that tells whether two intents are the same. */
export interface Intent {
  /** Without released paths: what is applied to an object that exists. */
  readonly body: JsonObject;
  /** With all that Git says: an object is created with it. */
  readonly created: JsonObject;
  /** What the object sets once `body` was applied: at released paths, what is live. */
  readonly expected: JsonObject;
  /** Over `body` but for the revision annotation: a commit that leaves the intent alone changes nothing. */
  readonly hash: string;
  /** The same over `created`: whatever is released now, a Job that ran is known by it. */
  readonly createdHash: string;
  /** The commit in the revision annotation. */
  readonly revision: string;
}

export interface Stamp {
  readonly rules: StackRules;
  readonly revision: string;
  readonly digest: Digest;
}

/** Intents of manifests that are still held by someone: a manifest is labelled and hashed once, not at each look. */
const intents = new WeakMap<Manifest, { readonly rules: StackRules; readonly intent: Intent }>();

/** The intent of a manifest at a commit, nothing of it released: its body with our labels and the revision annotation. */
export function buildIntent(manifest: Manifest, stamp: Stamp): Intent {
  const known = intents.get(manifest);
  const isSame = known?.rules === stamp.rules && known.intent.revision === stamp.revision;
  if (isSame) return known.intent;
  const labelled = labelBody(manifest.body, stamp.rules);
  const body = stampBody(labelled, stamp.revision);
  const hash =
    known?.rules === stamp.rules ? known.intent.hash : stamp.digest(canonicalText(labelled));
  const intent: Intent = {
    body,
    created: body,
    expected: body,
    hash,
    createdHash: hash,
    revision: stamp.revision,
  };
  intents.set(manifest, { rules: stamp.rules, intent });
  return intent;
}

/** A body with the labels by which an object is ours. */
export function labelBody(body: JsonObject, rules: StackRules): JsonObject {
  return withMetadata(withoutSteering(body, rules), "labels", {
    [CONTROL_KEYS.stack]: rules.name,
    [CONTROL_KEYS.partOf]: rules.applySetId,
  });
}

/** A body with the commit at which it is applied. */
export function stampBody(body: JsonObject, revision: string): JsonObject {
  return withMetadata(body, "annotations", { [CONTROL_KEYS.revision]: revision });
}

/**
 * Without what is not for the cluster: the mode, which is Git's word to us, so that another mode alone is nothing to apply; and
 * labels with which people speak to us on live objects.
 */
function withoutSteering(body: JsonObject, { skipLabels }: StackRules): JsonObject {
  const bare = withoutKeys(body, "annotations", [CONTROL_KEYS.mode]);
  return withoutKeys(bare, "labels", skipLabels);
}

/** A map that is empty then goes altogether: else it would tell a manifest from the same one that never had it. */
function withoutKeys(
  body: JsonObject,
  field: "labels" | "annotations",
  keys: readonly string[],
): JsonObject {
  const metadata = objectAt(body, "metadata") ?? {};
  const present = objectAt(metadata, field) ?? {};
  const kept = Object.entries(present).filter(([key]) => !keys.includes(key));
  const isWhole = kept.length > 0 && kept.length === Object.keys(present).length;
  if (isWhole || metadata[field] === undefined) return body;
  const { [field]: _, ...rest } = metadata;
  const left = kept.length === 0 ? {} : { [field]: Object.fromEntries(kept) };
  return { ...body, metadata: { ...rest, ...left } };
}

function withMetadata(
  body: JsonObject,
  field: "labels" | "annotations",
  added: Readonly<Record<string, string>>,
): JsonObject {
  const metadata = objectAt(body, "metadata") ?? {};
  const present = objectAt(metadata, field) ?? {};
  return { ...body, metadata: { ...metadata, [field]: { ...present, ...added } } };
}
