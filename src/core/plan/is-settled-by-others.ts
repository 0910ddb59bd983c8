import { carriesManifest } from "./carries-manifest.ts";
import type { ObjectCase } from "./describe-case.ts";

/** We write nothing of it, and others have made it what Git wants: nothing is left to wait for but its own rollout. */
export function isSettledByOthers(item: ObjectCase | undefined): boolean {
  if (item?.live === undefined || !isLeftAlone(item)) return false;
  const known = answers.get(item) ?? carriesManifest(item.live, item.wanted.expected);
  answers.set(item, known);
  return known;
}

/** Of cases that somebody still holds: each edge to an object asks again. */
const answers = new WeakMap<ObjectCase, boolean>();

/** Nothing of it is written, whatever Git wants. */
export function isLeftAlone({ mode, skipping }: ObjectCase): boolean {
  return mode.mode === "observe" || skipping.skip !== undefined;
}
