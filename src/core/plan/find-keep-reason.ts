import type { JsonObject } from "../object/json.ts";
import { idOf } from "../object/live-object.ts";
import { kindKey, objectKey } from "../object/object-id.ts";
import { explainSkip } from "../wording/explain-skip.ts";
import { findKeepingMark, isProtectedKind } from "./find-keeping-mark.ts";
import { findSkip } from "./find-skip.ts";
import type { Look } from "./look.ts";

/** Why an orphan stays although nothing hinders its deletion; `undefined`: it may go. */
export function findKeepReason(
  object: JsonObject,
  { nowMs, rules, siblings }: Look,
): string | undefined {
  const id = idOf(object);
  const sibling = siblings.find(({ keys }) => keys?.has(objectKey(id)) === true);
  if (sibling !== undefined) return `it moves to the stack ${sibling.name}`;
  const { skip } = findSkip(object, rules, nowMs);
  if (skip !== undefined) return `it is skipped, ${explainSkip(skip)}`;
  const mark = findKeepingMark(object);
  if (mark !== undefined) return mark;
  if (!rules.prune.isEnabled) return "pruning is off (prune.enabled)";
  const kind = kindKey(id);
  if (isProtectedKind(id) && !rules.prune.unprotected.has(kind)) {
    return `a ${id.kind} is only deleted when prune.protected names ${kind}`;
  }
  return undefined;
}
