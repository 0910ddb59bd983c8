import { textAt, valueAt } from "../../core/object/json.ts";
import type { World } from "../kinds/resource.ts";
import { badRequest } from "../refusals.ts";
import { CREATED } from "./bind-pod.ts";
import { bodyTypeOf } from "./body-type.ts";
import { checkBudget } from "./check-budget.ts";
import { decodeObjectBody } from "./decode-object-body.ts";
import { readDeleteOptions } from "./delete-options.ts";
import type { ObjectAnswer, ObjectCall } from "./object-call.ts";
import { requireLive } from "./object-place.ts";
import { readOptions } from "./read-options.ts";
import { removeObject } from "./remove-object.ts";

const EVICTION = { group: "policy", version: "v1", kind: "Eviction" };

/** Answers a `POST` to `eviction`: a delete of the pod, unless a disruption budget needs it. @throws {StatusError} */
export function evictPod(call: ObjectCall, world: World): ObjectAnswer {
  const { isDryRun, fieldValidation } = readOptions(call, "CreateOptions");
  const { object: eviction, warnings } = decodeObjectBody(call, {
    type: bodyTypeOf(EVICTION),
    validation: fieldValidation,
    catalogue: world.catalogue,
  });
  if (textAt(eviction, "metadata", "name") !== call.name) {
    throw badRequest("name in URL does not match name in Eviction object");
  }
  const live = requireLive(call, world);
  const asked = readDeleteOptions({
    ...call,
    contentType: "application/json",
    body: JSON.stringify(valueAt(eviction, "deleteOptions") ?? {}),
  });
  checkBudget(live, world);
  const options = { ...asked, isDryRun: isDryRun || asked.isDryRun };
  removeObject({ call, world, options, live });
  return { code: 201, body: CREATED, warnings };
}
