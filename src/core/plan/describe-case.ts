import type { SeenEdit } from "../drift/seen-edits.ts";
import { isMember } from "../inventory/is-member.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { JobEnd } from "../object/job-end.ts";
import type { JsonObject } from "../object/json.ts";
import { resourceVersionOf, uidOf } from "../object/live-object.ts";
import { type ObjectKey, type ObjectRef, objectKey } from "../object/object-id.ts";
import type { Sighting } from "../object/sighting.ts";
import { isLetGo } from "../ownership/let-go-mark.ts";
import { findReleased, type Released, type ReleaseGrounds } from "../released/find-released.ts";
import type { Intent } from "./build-intent.ts";
import { findOwner, type Owner } from "./find-owner.ts";
import { findRevertRequest, type RevertRequest } from "./find-revert-request.ts";
import { findSkip, type SkipFinding } from "./find-skip.ts";
import { findTakeOver, type TakeOver } from "./find-take-over.ts";
import { findUnmarkedOwner } from "./find-unmarked-owner.ts";
import { type Look, manifestAtKey, NO_MEMORY, type ObjectMemory } from "./look.ts";
import { type ChosenMode, modeOf } from "./mode-of.ts";
import type { Question } from "./plan.ts";
import { readWrittenRevision } from "./read-written-revision.ts";
import { type ReleasedIntent, releaseIntent } from "./release-intent.ts";
import { endOfGoneJob, rememberGoneJob } from "./remember-end.ts";
import { NO_RESTART, type RestartCase } from "./restart-case.ts";

/** The intent that the live object was last given. */
export type LastApplied =
  /** Never by us, or the object is absent and nobody remembers. */
  | { readonly kind: "none" }
  | { readonly kind: "known"; readonly intent: Intent }
  /** The commit that the object names cannot be had, or says it in another API version than the one that is read. */
  | { readonly kind: "lost"; readonly revision: string }
  /** The repository does not answer: the commit may be ahead of ours. */
  | { readonly kind: "unreachable"; readonly revision: string };

/** Everything that is known of one object in Git before its gates are looked at. */
export interface ObjectCase {
  readonly key: ObjectKey;
  readonly ref: ObjectRef;
  readonly manifest: Manifest;
  readonly tier: number;
  readonly mode: ChosenMode;
  readonly skipping: SkipFinding;
  /** Somebody asks on the live object that it is reverted once. */
  readonly request: RevertRequest | undefined;
  readonly sighting: Sighting | undefined;
  readonly live: JsonObject | undefined;
  readonly owner: Owner;
  /** Our own entry shows that this stack applied it; labels alone can be copied. */
  readonly isMember: boolean;
  /** The owner is another stack and Git does not take the object over, or did so before. */
  readonly isOwnedByOther: boolean;
  readonly takeOver: TakeOver;
  readonly wanted: Intent;
  readonly lastApplied: LastApplied;
  readonly released: Released;
  /** What the author of the manifest should know of them. */
  readonly lints: ReleasedIntent["lints"];
  /** Our entry still owns released paths. */
  readonly hasOwnedReleases: boolean;
  /** Git differs from the last applied intent, and a write of ours is to follow. */
  readonly isPending: boolean;
  /** It was applied by us before and is another object now, or gone. */
  readonly isRecreated: boolean;
  /** How the Job that is gone ended at this very intent: it is not run again. */
  readonly ended: JobEnd["outcome"] | undefined;
  readonly memory: ObjectMemory;
  /** What single writes took away from it, and our field manager. */
  readonly seen: { readonly edits: readonly SeenEdit[]; readonly ownManager: string };
  /** What its sources mean for it; nothing before it is decided (`markCase`). */
  readonly restart: RestartCase;
  /** What has to be known before anything can be said. */
  readonly questions: readonly Question[];
}

/** Puts together what one look knows of one manifest. */
export function describeCase(manifest: Manifest, look: Look, grounds: ReleaseGrounds): ObjectCase {
  const key = objectKey(manifest.id);
  const ref: ObjectRef = { id: manifest.id, apiVersion: manifest.apiVersion };
  const remembered = look.memory.get(key) ?? NO_MEMORY;
  const sighting = look.sightings.get(key);
  const live = sighting?.kind === "present" ? sighting.object : undefined;
  const owner = ownerOf({ key, live, memory: remembered }, look);
  const mode = modeOf(manifest, look.rules);
  const released = findReleased({ id: manifest.id, body: manifest.body, live }, grounds);
  const { intent: wanted, lints, ...own } = releaseWanted(manifest, look, { live, released });
  const takeOver = findTakeOver(manifest, { live, owner, memory: remembered }, look);
  const revision = findAppliedRevision({ live, owner, memory: remembered }, look);
  const lastApplied = findLastApplied(manifest, { revision, live, released }, look);
  const isGone = sighting?.kind === "absent";
  const gone = { isGone, isSame: isCarrying(lastApplied, wanted), last: look.gone.get(key) };
  const memory = rememberGoneJob(remembered, gone, wanted.createdHash);
  const ended = endOfGoneJob(wanted.createdHash, { isGone, memory });
  return {
    key,
    ref,
    manifest,
    tier: look.desired.graph.tiers.get(key) ?? 0,
    mode,
    skipping: findSkip(live, look.rules, look.nowMs),
    request: findRevertRequest(live, { mode, memory, rules: look.rules }),
    sighting,
    live,
    owner,
    isMember: isOwnMember(live, look),
    isOwnedByOther: owner.kind === "other" && takeOver.kind !== "wanted",
    takeOver,
    wanted,
    lastApplied: lastApplied ?? { kind: "none" },
    released,
    lints,
    hasOwnedReleases: own.hasOwnedReleases,
    ended,
    isPending: ended === undefined && isOtherThan(wanted, { live, lastApplied, mode }),
    isRecreated: memory.uid !== "" && uidIfAny(live) !== memory.uid,
    memory,
    seen: findSeen(key, live, look),
    restart: NO_RESTART,
    questions: [
      ...askIf(sighting === undefined, { ask: "object", ref }),
      ...askIf(lastApplied === undefined, { ask: "manifest-at", ref, commit: revision }),
      ...commitsAsked(takeOver).map((commit) => ({ ask: "manifest-at", ref, commit }) as const),
      ...askIf(takeOver.kind === "unheard", { ask: "siblings", ref }),
    ],
  };
}

function releaseWanted(
  manifest: Manifest,
  { rules, desired: { revision }, digest }: Look,
  object: Parameters<typeof releaseIntent>[2],
): ReleasedIntent {
  return releaseIntent(manifest, { rules, revision, digest }, object);
}

/** The live object may have been read since, and is then newer than what was watched. */
function findSeen(
  key: ObjectKey,
  live: JsonObject | undefined,
  { edits, rules }: Look,
): ObjectCase["seen"] {
  const known = edits?.get(key);
  const isOfThis = live !== undefined && known?.resourceVersion === resourceVersionOf(live);
  return { edits: isOfThis ? known.edits : [], ownManager: rules.manager };
}

function ownerOf(
  seen: {
    readonly key: ObjectKey;
    readonly live: JsonObject | undefined;
    readonly memory: ObjectMemory;
  },
  look: Look,
): Owner {
  const { key, live, memory } = seen;
  if (live === undefined) return { kind: "nobody" };
  const owner = findOwner(live, look.rules);
  if (owner.kind !== "nobody") return owner;
  return findUnmarkedOwner({ key, live, memory }, look) ?? owner;
}

function isOwnMember(live: JsonObject | undefined, { rules }: Look): boolean {
  return live !== undefined && isMember(live, rules);
}

function commitsAsked(takeOver: TakeOver): readonly string[] {
  return takeOver.kind === "asking" ? takeOver.commits : [];
}

/** Whether Git, or what a source holds by now, is still to be written. */
export function isOtherThan(
  wanted: Intent,
  seen: {
    readonly live: JsonObject | undefined;
    readonly lastApplied: LastApplied | undefined;
    readonly mode: ChosenMode;
  },
): boolean {
  const { live, lastApplied, mode } = seen;
  return (
    live === undefined || (!isLeftToOthers({ live, mode }) && !isCarrying(lastApplied, wanted))
  );
}

/**
 * Whether a live object is treated like one outside of the stack: in `create-only` what exists is never written again, and what
 * is `off` is not looked at. Nothing waits for a change of it; gates are judged on what it really runs.
 */
export function isLeftToOthers({ live, mode }: Pick<ObjectCase, "live" | "mode">): boolean {
  return live !== undefined && (mode.mode === "create-only" || mode.mode === "off");
}

function uidIfAny(live: JsonObject | undefined): string {
  return live === undefined ? "" : uidOf(live);
}

function askIf(isMissing: boolean, question: Question): readonly Question[] {
  return isMissing ? [question] : [];
}

/**
 * The commit at which the intent was last applied: what the live object says when it is ours. An object that is gone, or
 * whose annotation somebody removed or wrote over, is known from memory.
 */
function findAppliedRevision(
  seen: {
    readonly live: JsonObject | undefined;
    readonly owner: Owner;
    readonly memory: ObjectMemory;
  },
  { rules }: Look,
): string {
  const { appliedRevision } = seen.memory;
  if (seen.live === undefined) return appliedRevision;
  // What was let go is taken over like anything else: what it was given once may be anybody's by now.
  if (seen.owner.kind === "nobody") return isLetGo(seen.live) ? "" : appliedRevision;
  if (seen.owner.kind === "other") return "";
  return readWrittenRevision(seen.live, appliedRevision, rules) ?? appliedRevision;
}

/** `undefined`: the commit has not been asked yet. */
function findLastApplied(
  manifest: Manifest,
  seen: {
    readonly revision: string;
    readonly live: JsonObject | undefined;
    readonly released: Released;
  },
  look: Look,
): LastApplied | undefined {
  const { revision } = seen;
  if (revision === "") return { kind: "none" };
  const key = objectKey(manifest.id);
  const earlier =
    revision === look.desired.revision ? manifest : look.earlier.get(manifestAtKey(key, revision));
  if (earlier === undefined) return undefined;
  if (earlier === "unreachable") return { kind: "unreachable", revision };
  // In another API version it can neither be compared with what is live nor be applied at this one's path.
  if (earlier === "lost" || earlier.apiVersion !== manifest.apiVersion) {
    return { kind: "lost", revision };
  }
  const { rules, digest } = look;
  const { intent } = releaseIntent(earlier, { rules, revision, digest }, seen);
  return { kind: "known", intent };
}

function isCarrying(lastApplied: LastApplied | undefined, wanted: Intent): boolean {
  return lastApplied?.kind === "known" && lastApplied.intent.hash === wanted.hash;
}
