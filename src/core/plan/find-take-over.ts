import { CONTROL_KEYS } from "../control-keys.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { JsonObject } from "../object/json.ts";
import { annotationOf } from "../object/live-object.ts";
import { objectKey } from "../object/object-id.ts";
import type { Owner } from "./find-owner.ts";
import { type EarlierManifest, type Look, manifestAtKey, type ObjectMemory } from "./look.ts";

/** Whether Git takes an object over from the stack that owns it now. `asking`: these commits have to be known first. */
export type TakeOver =
  | { readonly kind: "not-wanted" | "wanted" | "done" }
  | { readonly kind: "asking"; readonly commits: readonly string[] };

/**
 * The annotation names the present owner, and moves the object once: a commit that was applied with it, by us or by
 * another agent of this repository, has used it up. Else two owners that both say "take over" would take it from each
 * other for ever. Without the annotation the memory of it ends, so that it can be asked for anew.
 */
export function findTakeOver(
  manifest: Manifest,
  seen: {
    readonly live: JsonObject | undefined;
    readonly owner: Owner;
    readonly memory: ObjectMemory;
  },
  look: Look,
): TakeOver {
  const { live, owner, memory } = seen;
  if (live === undefined || owner.kind !== "other") return { kind: "not-wanted" };
  const isMoving =
    look.rules.earlierSets.has(owner.partOf) || isGivenUp(manifest, owner.partOf, look);
  if (isMoving) return { kind: "wanted" };
  if (takeOverIn(manifest) !== owner.name) return { kind: "not-wanted" };
  // A stack of our name is that of another agent, which may read this very repository.
  const isTwin = owner.name === look.rules.name;
  const theirs = isTwin ? (annotationOf(live, CONTROL_KEYS.revision) ?? "") : "";
  const commits = [...new Set([memory.appliedRevision, theirs])].filter((commit) => commit !== "");
  const manifests = commits.map((commit) => manifestAt(manifest, commit, look));
  const unknown = commits.filter((_, index) => manifests[index] === undefined);
  if (unknown.length > 0) return { kind: "asking", commits: unknown };
  const isUsed = manifests.some(
    (each) => typeof each === "object" && takeOverIn(each) === owner.name,
  );
  return { kind: isUsed ? "done" : "wanted" };
}

/** Another stack of this agent has it in the cluster and no longer in Git: it moves from there to here. */
function isGivenUp({ id }: Manifest, partOf: string, { siblings }: Look): boolean {
  const keys = siblings.find(({ applySetId }) => applySetId === partOf)?.keys;
  return keys?.has(objectKey(id)) === false;
}

function takeOverIn(manifest: Manifest): string | undefined {
  return annotationOf(manifest.body, CONTROL_KEYS.takeOver);
}

function manifestAt(manifest: Manifest, commit: string, look: Look): EarlierManifest | undefined {
  if (commit === look.desired.revision) return manifest;
  return look.earlier.get(manifestAtKey(objectKey(manifest.id), commit));
}
