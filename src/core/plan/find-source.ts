import type { JsonObject } from "../object/json.ts";
import { type ObjectId, type ObjectKey, objectKey } from "../object/object-id.ts";
import type { Source, SourceState } from "../restart/decide-marks.ts";
import type { UsedSource } from "../restart/find-sources.ts";
import { ABSENT, NOT_WATCHED, type RestartMarks, slotOf } from "../restart/restart-marks.ts";
import { isLabelled, restartChoice } from "../restart/restart-rules.ts";
import { listKey, type SourceReading, sourceId } from "../restart/source-view.ts";
import type { ObjectCase } from "./describe-case.ts";
import { isBeside } from "./is-beside.ts";
import { preflightKey } from "./look.ts";
import type { WriteStep } from "./plan.ts";
import { ask, type World } from "./world.ts";

/** A source of one workload, as it is and as this pass makes it. */
export interface SeenSource {
  readonly now: Source;
  /** What it will hold once this pass has written it; `undefined`: this pass does not write it. */
  readonly foreseen: Source | undefined;
  /** This pass writes it, and nobody knows what it will hold. */
  readonly isOpen: boolean;
}

interface User {
  readonly item: ObjectCase;
  /** What the workload carries; `undefined`: it is not there. */
  readonly mark: RestartMarks | undefined;
}

/** Of sources that somebody still holds: names are digested once. */
const slots = new WeakMap<UsedSource, string>();

function slotIn(used: UsedSource, { look }: World): string {
  const slot = slots.get(used) ?? slotOf(used, look.digest);
  slots.set(used, slot);
  return slot;
}

/** What is known of one source; asks for what has to be known. */
export function findSource(used: UsedSource, user: User, world: World): SeenSource {
  const { kind, name, isOptional } = used;
  const id = sourceId(used, user.item.manifest.id.namespace);
  const source = { kind, name, isOptional, slot: slotIn(used, world) };
  const state = findState(used, { ...user, id }, world);
  const step = world.decided.get(objectKey(id))?.step;
  if (step === undefined || isBeside(step)) {
    return { now: { ...source, state }, foreseen: undefined, isOpen: false };
  }
  const ahead = foresee(step, world);
  const isWatched = ahead !== undefined && watches(ahead, user.item, world);
  const next: SourceState = isWatched
    ? { kind: "present", object: ahead, isLive: false }
    : { kind: "unwatched" };
  return {
    now: { ...source, state },
    foreseen: ahead === undefined ? undefined : { ...source, state: next },
    isOpen: ahead === undefined,
  };
}

/** What the server said a write makes of it; of a create that it was not asked about, what Git says. */
function foresee(step: WriteStep, { look }: World): JsonObject | undefined {
  const answer = look.dryRuns.get(preflightKey(objectKey(step.ref.id), step.intentHash));
  const isOfThis = answer?.kind === "accepted" && step.why !== "revert";
  if (isOfThis) return answer.object;
  return step.live === undefined ? step.intent : undefined;
}

function findState(
  used: UsedSource,
  user: User & { readonly id: ObjectId },
  world: World,
): SourceState {
  const { rules, sources } = world.look;
  if (rules.restarts.watch === "off" || restartChoice(user.item.manifest.body) === "off") {
    return { kind: "unwatched" };
  }
  if (sources?.keys === undefined) return { kind: "unknown" };
  const key = objectKey(user.id);
  const read = sources.read.get(key);
  const followed = findFollowed(key, world);
  // A refused read says nothing against what is followed.
  const isHeard = read?.isFresh === true && read.sighting.kind !== "unreadable";
  if (followed !== undefined && !isHeard) return watched(followed, user.item, world);
  return read === undefined
    ? stateOfSilence(used, user, world)
    : stateOfRead(read.sighting, user.item, world);
}

/** One of Git is followed anyway, whatever its labels are, and what was once read of it is the past. */
function findFollowed(key: ObjectKey, { cases, look }: World): JsonObject | undefined {
  return look.sources?.followed.get(key) ?? cases.get(key)?.live;
}

/** No list shows it: a list of all says that it is gone, one by label says nothing. */
function stateOfSilence(
  used: UsedSource,
  user: User & { readonly id: ObjectId },
  world: World,
): SourceState {
  const { rules, sources } = world.look;
  if (sources?.lists.get(listKey(user.id)) !== "") return { kind: "unknown" };
  if (rules.restarts.watch === "all") return { kind: "absent" };
  if (isWorthAsking(used, user, world)) {
    ask(world, { ask: "source", ref: { id: user.id, apiVersion: "v1" } });
  }
  return { kind: "unknown" };
}

function stateOfRead(
  sighting: SourceReading["sighting"],
  item: ObjectCase,
  world: World,
): SourceState {
  switch (sighting.kind) {
    case "absent":
      return { kind: "absent" };
    case "unreadable":
      return { kind: "unknown" };
    case "present":
      return sighting.object === undefined
        ? { kind: "unwatched" }
        : watched(sighting.object, item, world);
  }
}

function watched(object: JsonObject, item: ObjectCase, world: World): SourceState {
  return watches(object, item, world)
    ? { kind: "present", object, isLive: true }
    : { kind: "unwatched" };
}

/** The source says so, or the workload, or the config for all. */
function watches(object: JsonObject, item: ObjectCase, { look }: World): boolean {
  return (
    look.rules.restarts.watch === "all" ||
    restartChoice(item.manifest.body) === "on" ||
    isLabelled(object, look.rules.manager)
  );
}

/**
 * A list by label does not tell "gone" from "not labelled": that is asked once where it makes a difference, of a source that was
 * watched, and of one that pods may start without.
 */
function isWorthAsking(used: UsedSource, { item, mark: marks }: User, world: World): boolean {
  if (item.mode.mode !== "enforce") return false;
  const mark = marks?.bySlot.get(slotIn(used, world));
  if (mark === undefined) return used.isOptional;
  return mark.baseline !== NOT_WATCHED && mark.baseline !== ABSENT;
}
