import { CONTROL_KEYS } from "../control-keys.ts";
import type { JsonObject } from "../object/json.ts";
import { annotationOf } from "../object/live-object.ts";
import type { ObjectKey, ObjectRef } from "../object/object-id.ts";
import { manifestAtKey } from "./look.ts";
import { type ChosenMode, chooseMode, modeIn } from "./mode-of.ts";
import { ask, type World } from "./world.ts";

interface Orphan {
  readonly key: ObjectKey;
  readonly ref: ObjectRef;
  readonly object: JsonObject;
}

/**
 * Why the mode keeps an orphan from being deleted; `undefined`: it is enforced. Git no longer has its annotation: what it said is
 * remembered, or read from the commit at which the object was last applied. Where nobody knows, kind and stack decide.
 */
export function explainKeptByMode(orphan: Orphan, world: World): string | undefined {
  const { memory, rules } = world.look;
  const { id } = orphan.ref;
  const known = memory.get(orphan.key)?.ownMode;
  if (known !== undefined) {
    return keptBy(chooseMode(id, known === "none" ? undefined : known, rules));
  }
  const byRules = chooseMode(id, undefined, rules);
  if (byRules.mode !== "enforce") return keptBy(byRules);
  return keptByCommit(orphan, world);
}

function keptByCommit({ key, ref, object }: Orphan, world: World): string | undefined {
  const commit = annotationOf(object, CONTROL_KEYS.revision);
  if (commit === undefined) return undefined;
  const manifest = world.look.earlier.get(manifestAtKey(key, commit));
  if (manifest === undefined) ask(world, { ask: "manifest-at", ref, commit });
  if (manifest === undefined || manifest === "unreachable") {
    return `the repository does not say which mode it had at commit ${commit.slice(0, 10)}`;
  }
  if (manifest === "lost") return undefined;
  return keptBy(chooseMode(ref.id, modeIn(manifest.body), world.look.rules));
}

const ORIGINS = { object: " that Git gave it", kind: " of its kind", stack: "" } as const;

function keptBy({ mode, origin }: ChosenMode): string | undefined {
  return mode === "enforce" ? undefined : `the mode ${mode}${ORIGINS[origin]} deletes nothing`;
}
