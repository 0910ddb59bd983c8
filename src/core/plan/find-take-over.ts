import { CONTROL_KEYS } from "../control-keys.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { JsonObject } from "../object/json.ts";
import { annotationOf } from "../object/live-object.ts";
import { objectKey } from "../object/object-id.ts";
import type { Owner } from "./find-owner.ts";
import {
  type EarlierManifest,
  type Look,
  manifestAtKey,
  type ObjectMemory,
  type Sibling,
} from "./look.ts";

/**
 * Whether Git takes an object over from the stack that owns it now. `asking`: these commits have to be known first; `unheard`:
 * whether that stack still has it.
 */
export type TakeOver =
  | { readonly kind: "not-wanted" | "wanted" | "done" | "unheard" }
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
  const move = findMove(manifest, owner.partOf, look);
  if (move !== "stays") return { kind: move };
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

/**
 * Whether it moves here: it carries an earlier name of ours, or another stack of this agent has it in the cluster and no longer in
 * Git. That one may have dropped it in this very commit, and not have looked since.
 */
function findMove(
  { id }: Manifest,
  partOf: string,
  { rules, siblings, heard }: Look,
): "wanted" | "unheard" | "stays" {
  if (rules.earlierSets.has(partOf)) return "wanted";
  const sibling = findSiblingOf(partOf, siblings);
  if (sibling === undefined) return "stays";
  const key = objectKey(id);
  if (sibling.keys?.has(key) === false) return "wanted";
  return heard.has(key) ? "stays" : "unheard";
}

/** Objects of a stack that was renamed may carry its earlier name still. */
function findSiblingOf(partOf: string, siblings: readonly Sibling[]): Sibling | undefined {
  return siblings.find(
    ({ applySetId, earlierSets }) => applySetId === partOf || earlierSets.has(partOf),
  );
}

function takeOverIn(manifest: Manifest): string | undefined {
  return annotationOf(manifest.body, CONTROL_KEYS.takeOver);
}

function manifestAt(manifest: Manifest, commit: string, look: Look): EarlierManifest | undefined {
  if (commit === look.desired.revision) return manifest;
  return look.earlier.get(manifestAtKey(objectKey(manifest.id), commit));
}
