import type { Lint } from "../manifest/manifest.ts";
import { countText } from "./count-text.ts";

/** Kinds that are named; a narrow service account may list few of a hundred. */
const NAMED_MAX = 5;

/** What follows from kinds that may have members and that nobody lets us list; empty where there are none. */
export function explainUnlistable(kinds: Iterable<string>): readonly Lint[] {
  const all = [...kinds].toSorted();
  if (all.length === 0) return [];
  const more = all.length - NAMED_MAX;
  const named = [...all.slice(0, NAMED_MAX), ...(more > 0 ? [countText(more, "more kind")] : [])];
  const what = `may not be listed: what the stack has of ${all.length === 1 ? "it" : "them"} is not deleted when Git drops it, and keeps nothing else from being deleted`;
  return [{ where: "cluster", what: `${named.join(", ")} ${what}` }];
}
