import { CONTROL_KEYS } from "../control-keys.ts";
import { isMode, type Mode } from "../mode.ts";
import type { JsonObject } from "../object/json.ts";
import { annotationOf } from "../object/live-object.ts";
import { kindKey, type ObjectId } from "../object/object-id.ts";

/** The mode of one object, and what says so. */
export interface ChosenMode {
  readonly mode: Mode;
  readonly origin: "object" | "kind" | "stack";
}

/** What the config says of modes. */
export interface ModeRules {
  readonly mode: Mode;
  /** By kind key (`Deployment.apps`). */
  readonly modes: ReadonlyMap<string, Mode>;
}

/**
 * The mode of one object of Git: the most specific one wins, its annotation before that of its kind before that of the stack.
 * Only a stack that is `off` is off as a whole. An annotation that is no mode counts as none here: the object is refused for it.
 */
export function modeOf(
  manifest: { readonly id: ObjectId; readonly body: JsonObject },
  rules: ModeRules,
): ChosenMode {
  return chooseMode(manifest.id, modeIn(manifest.body), rules);
}

/** The same, where only the annotation is known. */
export function chooseMode(id: ObjectId, own: Mode | undefined, rules: ModeRules): ChosenMode {
  if (rules.mode === "off") return { mode: "off", origin: "stack" };
  if (own !== undefined) return { mode: own, origin: "object" };
  const ofKind = rules.modes.get(kindKey(id));
  if (ofKind !== undefined) return { mode: ofKind, origin: "kind" };
  return { mode: rules.mode, origin: "stack" };
}

/** What the annotation of a manifest says. */
export function modeIn(body: JsonObject): Mode | undefined {
  const text = annotationOf(body, CONTROL_KEYS.mode);
  return text !== undefined && isMode(text) ? text : undefined;
}
