import { type Json, type JsonObject, valueAt } from "../object/json.ts";
import { kindKey, type ObjectId } from "../object/object-id.ts";
import { ROLLING_KINDS } from "../rollout/rolling-kinds.ts";

/** A write to a live object, as far as it decides which settings the object has afterwards. */
export interface SettingWrite {
  readonly live: JsonObject;
  readonly intent: JsonObject | undefined;
  /** Pointers of what is taken back from others. */
  readonly takenBack: readonly string[];
}

/**
 * Whether the controller of a workload replaces pods by itself once the template has changed, by the settings that the object
 * has after the write: a paused Deployment, the strategy OnDelete and a partition above all pods leave them as they are.
 * `undefined`: no controller does that for this kind.
 */
export function replacesPods(id: ObjectId, write: SettingWrite): boolean | undefined {
  const kind = kindKey(id);
  if (!ROLLING_KINDS.has(kind)) return undefined;
  if (kind === "Deployment.apps") return settingAfter(write, "paused") !== true;
  if (settingAfter(write, "updateStrategy", "type") === "OnDelete") return false;
  if (kind !== "StatefulSet.apps") return true;
  const partition = settingAfter(write, "updateStrategy", "rollingUpdate", "partition");
  const replicas = settingAfter(write, "replicas") ?? 1;
  return typeof partition !== "number" || typeof replicas !== "number" || partition < replicas;
}

function settingAfter(
  { live, intent, takenBack }: SettingWrite,
  ...path: readonly string[]
): Json | undefined {
  const wanted = valueAt(intent, "spec", ...path);
  if (wanted !== undefined) return wanted;
  const pointer = `/spec/${path.join("/")}`;
  const isTakenBack = takenBack.some((each) => each === pointer || pointer.startsWith(`${each}/`));
  return isTakenBack ? undefined : valueAt(live, "spec", ...path);
}
