import { type JsonObject, listAt, textAt, valueAt } from "../../core/object/json.ts";
import { idOf } from "../../core/object/live-object.ts";

/** The names of the PersistentVolumeClaims that a pod mounts. An ephemeral one is named after pod and volume. */
export function claimNamesOf(pod: JsonObject): readonly string[] {
  return listAt(pod, "spec", "volumes").flatMap((volume) => {
    const name = textAt(volume, "persistentVolumeClaim", "claimName");
    if (name !== undefined) return [name];
    if (valueAt(volume, "ephemeral") === undefined) return [];
    return [`${idOf(pod).name}-${textAt(volume, "name") ?? ""}`];
  });
}
