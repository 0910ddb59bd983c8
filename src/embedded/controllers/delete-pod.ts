import type { JsonObject } from "../../core/object/json.ts";
import { idOf } from "../../core/object/live-object.ts";
import type { Write } from "./write.ts";
import { remove, tell } from "./writes.ts";

/** Deletes a pod that its owner does not want any more, and says so of the owner. */
export function deletePod(owner: JsonObject, pod: JsonObject): readonly Write[] {
  return [remove(pod), tell(owner, "SuccessfulDelete", `Deleted pod: ${idOf(pod).name}`)];
}
