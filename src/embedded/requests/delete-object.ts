import { type JsonObject, textAt } from "../../core/object/json.ts";
import type { World } from "../kinds/resource.ts";
import { detailsOf, forbidden } from "../refusals.ts";
import { readDeleteOptions } from "./delete-options.ts";
import { deletionWarnings, isShownWhenDeleted } from "./deletion-rules.ts";
import type { ObjectAnswer, ObjectCall } from "./object-call.ts";
import { requireLive } from "./object-place.ts";
import { removeObject } from "./remove-object.ts";

/** Namespaces that nobody deletes. */
const LASTING: ReadonlySet<string> = new Set(["default", "kube-system", "kube-public"]);

/** Answers a `DELETE` of one object. @throws {StatusError} 404, or 409 for a precondition that does not hold. */
export function deleteObject(call: ObjectCall, world: World): ObjectAnswer {
  const { resource } = call;
  const options = readDeleteOptions(call);
  if (resource.group === "" && resource.kind === "Namespace" && LASTING.has(call.name)) {
    throw forbidden(resource, { name: call.name, why: "this namespace may not be deleted" });
  }
  const live = requireLive(call, world);
  const { object, isGone } = removeObject({ call, world, options, live });
  const isShown = !isGone || isShownWhenDeleted(resource);
  return {
    code: !isGone && options.isDependentDelete ? 202 : 200,
    body: isShown ? object : successOf(call, live),
    warnings: deletionWarnings(resource, options.propagation),
  };
}

function successOf({ resource, name }: ObjectCall, live: JsonObject): JsonObject {
  const { group, plural: kind } = resource;
  const uid = textAt(live, "metadata", "uid") ?? "";
  return {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Success",
    details: detailsOf({ group, kind, name }, { uid }),
  };
}
