import { type History, hasHiddenPods, isSettled } from "./history.ts";
import type { Sight } from "./sight.ts";

/** What the last commit wants of an object. */
export interface Wanted {
  readonly name: string;
  readonly version: number;
  readonly size: number;
}

/** What is not as the last commit wants it, or not at rest; empty in the end. */
export function findUnlike(history: History, wanted: readonly Wanted[]): readonly string[] {
  return wanted.flatMap((each) => {
    const object = history.latest(each.name);
    const why = object === undefined ? "is not there" : whyUnlike(history, object, each);
    return why === undefined ? [] : [`${each.name} ${why}`];
  });
}

function whyUnlike(history: History, object: Sight, wanted: Wanted): string | undefined {
  if (object.version !== wanted.version) {
    return `wants 9.${object.version}.0 instead of 9.${wanted.version}.0`;
  }
  if (object.size !== wanted.size) return `wants ${object.size} pods instead of ${wanted.size}`;
  if (object.isMarked) return "keeps what somebody else added";
  if (hasHiddenPods(object)) return isSettled(object) ? undefined : "is not settled";
  const pods = history.podsAt(object.name, Number.POSITIVE_INFINITY);
  const versions = pods.map(({ version }) => `9.${version}.0`).toSorted();
  const isRolledOut =
    pods.length === wanted.size && pods.every(({ version }) => version === wanted.version);
  return isRolledOut ? undefined : `runs ${versions.join(" ")}`;
}
