import { CONTROL_KEYS } from "../control-keys.ts";
import type { Digest } from "../digest.ts";
import type { Manifest } from "../manifest/manifest.ts";
import { canonicalText, type JsonObject, objectAt } from "../object/json.ts";
import type { StackRules } from "./look.ts";

/** A body that we apply, and the hash that tells whether two intents are the same. */
export interface Intent {
  readonly body: JsonObject;
  /** Over everything but the revision annotation: a commit that leaves the intent alone changes nothing. */
  readonly hash: string;
  /** The commit in the revision annotation. */
  readonly revision: string;
}

/** The intent of a manifest at a commit: its body with our labels and the revision annotation. */
export function buildIntent(
  manifest: Manifest,
  stamp: { readonly rules: StackRules; readonly revision: string; readonly digest: Digest },
): Intent {
  const labelled = withMetadata(manifest.body, "labels", {
    [CONTROL_KEYS.stack]: stamp.rules.name,
    [CONTROL_KEYS.partOf]: stamp.rules.applySetId,
  });
  return {
    body: withMetadata(labelled, "annotations", { [CONTROL_KEYS.revision]: stamp.revision }),
    hash: hashOnce(manifest, labelled, stamp),
    revision: stamp.revision,
  };
}

/** Hashes of manifests that are still held by someone: a pass hashes each manifest once, not once a pass. */
const hashes = new WeakMap<Manifest, { readonly rules: StackRules; readonly hash: string }>();

function hashOnce(
  manifest: Manifest,
  labelled: JsonObject,
  stamp: { readonly rules: StackRules; readonly digest: Digest },
): string {
  const known = hashes.get(manifest);
  if (known !== undefined && known.rules === stamp.rules) return known.hash;
  const hash = stamp.digest(canonicalText(labelled));
  hashes.set(manifest, { rules: stamp.rules, hash });
  return hash;
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
