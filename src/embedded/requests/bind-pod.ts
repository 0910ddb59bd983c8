import { isJsonObject, type JsonObject, listAt, objectAt, textAt } from "../../core/object/json.ts";
import { isTerminating } from "../../core/object/live-object.ts";
import type { World } from "../kinds/resource.ts";
import { badRequest, conflict, internalError } from "../refusals.ts";
import { timeText } from "../time-text.ts";
import { bodyTypeOf } from "./body-type.ts";
import { decodeObjectBody } from "./decode-object-body.ts";
import type { ObjectAnswer, ObjectCall } from "./object-call.ts";
import { placeOf, requireLive } from "./object-place.ts";
import { readOptions } from "./read-options.ts";

const BINDING = { group: "", version: "v1", kind: "Binding" };

/** What creating a part of an object answers: the part is not stored. */
export const CREATED: JsonObject = {
  kind: "Status",
  apiVersion: "v1",
  metadata: {},
  status: "Success",
  code: 201,
};

/** Answers a `POST` to `binding`: the pod gets a node. @throws {StatusError} 409 when it has one. */
export function bindPod(call: ObjectCall, world: World): ObjectAnswer {
  const options = readOptions(call, "CreateOptions");
  const { object: binding, warnings } = decodeObjectBody(call, {
    type: bodyTypeOf(BINDING),
    validation: options.fieldValidation,
    catalogue: world.catalogue,
  });
  if (textAt(binding, "metadata", "name") !== call.name) {
    throw badRequest("name in URL does not match name in Binding object");
  }
  const node = textAt(binding, "target", "name") ?? "";
  if (node === "") throw internalError("target.name: Required value");
  const pod = requireLive(call, world);
  checkFree(pod, call);
  if (!options.isDryRun) world.store.put(placeOf(call), bound(pod, { node, now: world.now() }));
  return { code: 201, body: CREATED, warnings };
}

function checkFree(pod: JsonObject, { name }: ObjectCall): void {
  const resource = { group: "", plural: "pods/binding" };
  if (isTerminating(pod)) {
    const why = `pod ${name} is being deleted, cannot be assigned to a host`;
    throw conflict(resource, { name, why });
  }
  const node = textAt(pod, "spec", "nodeName") ?? "";
  if (node === "") return;
  throw conflict(resource, { name, why: `pod ${name} is already assigned to node "${node}"` });
}

function bound(pod: JsonObject, { node, now }: { node: string; now: number }): JsonObject {
  const others = listAt(pod, "status", "conditions")
    .filter(isJsonObject)
    .filter((condition) => condition["type"] !== "PodScheduled");
  const scheduled: JsonObject = {
    type: "PodScheduled",
    status: "True",
    lastProbeTime: null,
    lastTransitionTime: timeText(now),
  };
  return {
    ...pod,
    spec: { ...objectAt(pod, "spec"), nodeName: node },
    status: { ...objectAt(pod, "status"), conditions: [...others, scheduled] },
  };
}
