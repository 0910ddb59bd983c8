import { listAt, objectAt, textAt } from "../../core/object/json.ts";
import type { World } from "../kinds/resource.ts";
import { decodeObjectBody } from "./decode-object-body.ts";
import { matchIdentity } from "./match-identity.ts";
import type { ObjectAnswer, ObjectCall } from "./object-call.ts";
import { placeOf, requireLive } from "./object-place.ts";
import { readOptions } from "./read-options.ts";
import { checkVersion } from "./replace-object.ts";
import { checkUid } from "./uid-precondition.ts";

/** Answers a `PUT` of `finalize`: only `spec.finalizers` changes; a namespace that goes away goes with the last of them. */
export function finalizeNamespace(call: ObjectCall, world: World): ObjectAnswer {
  const options = readOptions(call, "UpdateOptions");
  const { object, warnings } = decodeObjectBody(call, {
    type: call.resource,
    validation: options.fieldValidation,
    catalogue: world.catalogue,
  });
  const next = matchIdentity(object, call);
  const live = requireLive(call, world);
  checkUid(call, { uid: textAt(next, "metadata", "uid") ?? "", live });
  checkVersion({ call, world, options, live, next });
  const finalizers = listAt(next, "spec", "finalizers");
  const { finalizers: _, ...spec } = objectAt(live, "spec") ?? {};
  const written = {
    ...live,
    spec: finalizers.length === 0 ? spec : { ...spec, finalizers },
  };
  const isGone =
    finalizers.length === 0 &&
    textAt(live, "metadata", "deletionTimestamp") !== undefined &&
    listAt(live, "metadata", "finalizers").length === 0;
  if (options.isDryRun) return { code: 200, body: written, warnings };
  const place = placeOf(call);
  if (!isGone) return { code: 200, body: world.store.put(place, written), warnings };
  world.store.remove(place);
  return { code: 200, body: written, warnings };
}
