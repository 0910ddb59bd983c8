import { CONTROL_KEYS } from "../../src/core/control-keys.ts";
import { labelOf } from "../../src/core/object/live-object.ts";
import type { Commit } from "./commit.ts";
import type { Moment } from "./observer.ts";
import type { SimObject } from "./sim-object.ts";
import { revisionText } from "./wish.ts";

/** A delete of ours as the observer sees it, just before it takes effect. */
export interface SeenDelete {
  readonly object: SimObject;
  /** In force when it was decided. */
  readonly commit: Commit | undefined;
  /** It names the object that was read, and which state of it. */
  readonly isGuarded: boolean;
  readonly others: readonly SimObject[];
  /** How another object was since the writer last read it. */
  readonly since: (object: SimObject) => readonly Moment[];
}

/**
 * What is wrong with a delete: only members go that Git no longer has, none for an empty source, and none before everything that
 * depends on it is gone or runs without it.
 */
export function judgeDelete(seen: SeenDelete): readonly string[] {
  const { object, commit, isGuarded } = seen;
  const { index } = object.role;
  const wishes = commit?.wishes ?? [];
  return [
    ...(isGuarded ? [] : ["without a guard"]),
    ...(isMember(object) ? [] : ["although it is not ours"]),
    ...(wishes[index] === undefined ? [] : ["although Git has it"]),
    ...(wishes.every((wish) => wish === undefined) ? ["for an empty source"] : []),
    ...seen.others.flatMap((other) => judgeDependent(seen, other)),
  ].map((text) => `o${index} is deleted ${text}`);
}

/** Whether its live object carries our label. */
export function isMember({ live }: SimObject): boolean {
  return live !== undefined && labelOf(live, CONTROL_KEYS.stack) !== undefined;
}

function judgeDependent(
  { object, commit, since }: SeenDelete,
  other: SimObject,
): readonly string[] {
  const { index } = object.role;
  const wish = commit?.wishes[other.role.index];
  if (wish?.edges.some(({ target }) => target === index) === true) {
    return [`although o${other.role.index} depends on it in Git`];
  }
  // What is neither in Git nor ours is somebody else's business.
  if (wish === undefined && !isMember(other)) return [];
  const wanted = wish === undefined ? undefined : revisionText(wish);
  const isInUse = since(other).every((each) => isUsing(each, index, wanted));
  return isInUse ? [`before o${other.role.index}, which depends on it`] : [];
}

/** Pods of an older template count where the newest one is given: where it is held, it may wait for this very delete. */
function isUsing(moment: Moment, target: number, wanted: string | undefined): boolean {
  if (moment.isGone) return false;
  const isUsedByPods = moment.revision === wanted && moment.oldTargets.includes(target);
  return isUsedByPods || moment.targets.includes(target);
}
