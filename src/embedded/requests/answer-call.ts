import type { World } from "../kinds/resource.ts";
import { sharingTime } from "../kinds/within-time.ts";
import { methodNotAllowed } from "../refusals.ts";
import { answerPatch } from "./answer-patch.ts";
import { answerSubresource } from "./answer-subresource.ts";
import { carryWarnings } from "./carry-warnings.ts";
import { createObject } from "./create-object.ts";
import { deleteCollection } from "./delete-collection.ts";
import { deleteObject } from "./delete-object.ts";
import { deprecationOf } from "./deprecation-of.ts";
import { listObjects } from "./list-objects.ts";
import type { ObjectAnswer, ObjectCall } from "./object-call.ts";
import { readObject } from "./read-object.ts";
import { updateObject } from "./update-object.ts";

/**
 * Carries out one request about objects as kube-apiserver 1.34 does it. Synchronous: what the answer says is in the store
 * when it returns.
 *
 * @throws {StatusError} when the request is refused.
 */
export function answerCall(call: ObjectCall, world: World): ObjectAnswer {
  const deprecated = deprecationOf(call.resource);
  return carryWarnings(deprecated === undefined ? [] : [deprecated], () =>
    // A list has as many parts as objects.
    WRITES.has(call.verb) ? sharingTime(() => answerOf(call, world)) : answerOf(call, world),
  );
}

const WRITES: ReadonlySet<string> = new Set(["create", "update", "patch"]);

type Answer = (call: ObjectCall, world: World) => ObjectAnswer;

const ANSWERS: Readonly<Record<ObjectCall["verb"], Answer>> = {
  get: readObject,
  list: (call, world) => listObjects(call, world).answer,
  create: createObject,
  update: updateObject,
  patch: answerPatch,
  delete: deleteObject,
  deletecollection: deleteCollection,
};

function answerOf(call: ObjectCall, world: World): ObjectAnswer {
  if (call.subresource !== "") return answerSubresource(call, world);
  if (!isAllowed(call)) throw methodNotAllowed();
  return ANSWERS[call.verb](call, world);
}

/** Whether the path of the request takes its verb: one object is not created, and all namespaces are only read. */
function isAllowed({ verb, resource, namespace, name }: ObjectCall): boolean {
  if (!resource.verbs.includes(verb)) return false;
  const isOne = !["list", "create", "deletecollection"].includes(verb);
  if (isOne !== (name !== "")) return false;
  return verb === "list" || !resource.isNamespaced || namespace !== "";
}
