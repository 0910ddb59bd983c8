import { CONTROL_KEYS } from "../control-keys.ts";
import type { JsonObject } from "../object/json.ts";
import { annotationOf, labelOf } from "../object/live-object.ts";
import { shortText } from "../report/short-text.ts";
import type { ObjectCase } from "./describe-case.ts";
import { findKeepingFault } from "./find-keeping-mark.ts";

const { after, mode, prune, recreate, restart, revert, skip, skipUntil, takeOver, version } =
  CONTROL_KEYS;

/** Annotations that count in Git only. */
const GIT_ONLY = [after, mode, recreate, restart, takeOver, version];

const ANNOTATIONS = [...GIT_ONLY, prune, revert, skipUntil];

/**
 * What somebody wrote on the live object under a key of ours and what says nothing as it stands there, each in words with what is
 * expected. None of it is drift, so nothing else would ever tell. Skips have notes of their own (`findSkip`).
 */
export function findMisread(
  item: Pick<ObjectCase, "live" | "manifest" | "lastApplied" | "request" | "isOwnedByOther">,
): readonly string[] {
  const { live, request, isOwnedByOther } = item;
  if (live === undefined || isOwnedByOther) return [];
  const fault = request?.fault ?? "";
  const keeping = findKeepingFault(live);
  return [
    ...(fault === "" ? [] : [fault]),
    ...(keeping === undefined ? [] : [keeping]),
    ...findGitOnly(item, live),
    ...findMisplaced(live),
  ];
}

function findGitOnly(
  { manifest, lastApplied }: Pick<ObjectCase, "manifest" | "lastApplied">,
  live: JsonObject,
): readonly string[] {
  // What an earlier commit of ours says there is not known.
  if (lastApplied.kind === "lost" || lastApplied.kind === "unreachable") return [];
  const ours = [manifest.body, ...(lastApplied.kind === "known" ? [lastApplied.intent.body] : [])];
  return GIT_ONLY.flatMap((key) => {
    const value = annotationOf(live, key);
    const isOurs = ours.some((each) => annotationOf(each, key) !== undefined);
    if (value === undefined || isOurs) return [];
    return [`annotation ${key} is "${shortText(value)}" on the live object; it counts in Git only`];
  });
}

function findMisplaced(live: JsonObject): readonly string[] {
  const labels = ANNOTATIONS.filter((key) => labelOf(live, key) !== undefined);
  const words = labels.map((key) => `label ${key} says nothing, it is expected as an annotation`);
  if (annotationOf(live, skip) === undefined) return words;
  return [...words, `annotation ${skip} says nothing, it is expected as a label`];
}
