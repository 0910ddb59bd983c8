import { textAt } from "../../core/object/json.ts";
import type { World } from "../kinds/resource.ts";
import { readDeleteOptions } from "./delete-options.ts";
import { listObjects } from "./list-objects.ts";
import type { ObjectAnswer, ObjectCall } from "./object-call.ts";
import { findLive } from "./object-place.ts";
import { removeObject } from "./remove-object.ts";

/** Answers a `DELETE` of a collection: each of its objects that the selectors take. @throws {StatusError} */
export function deleteCollection(call: ObjectCall, world: World): ObjectAnswer {
  const options = readDeleteOptions(call);
  const { items, answer } = listObjects(call, world);
  for (const item of items) {
    const name = textAt(item, "metadata", "name") ?? "";
    const namespace = textAt(item, "metadata", "namespace") ?? "";
    const one: ObjectCall = { ...call, name, namespace };
    const live = findLive(one, world);
    if (live !== undefined) removeObject({ call: one, world, options, live });
  }
  return answer;
}
