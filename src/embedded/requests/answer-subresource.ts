import type { World } from "../kinds/resource.ts";
import { answerScale } from "./answer-scale.ts";
import { applyPatch } from "./apply-patch.ts";
import { bindPod } from "./bind-pod.ts";
import { evictPod } from "./evict-pod.ts";
import { finalizeNamespace } from "./finalize-namespace.ts";
import type { ObjectAnswer, ObjectCall } from "./object-call.ts";
import { requireLive } from "./object-place.ts";
import { patchObject } from "./patch-object.ts";
import { readObject } from "./read-object.ts";
import { methodNotAllowed, noSuchResource, notFound } from "./refusals.ts";
import { requestToken } from "./request-token.ts";
import { updateObject } from "./update-object.ts";

/** Answers a request about a part of an object. @throws {StatusError} */
export function answerSubresource(call: ObjectCall, world: World): ObjectAnswer {
  const { resource } = call;
  const subresource = resource.subresources.find(({ name }) => name === call.subresource);
  if (subresource === undefined) {
    throw resource.isCustom ? notFound(resource, call.name) : noSuchResource();
  }
  if (!subresource.verbs.includes(call.verb)) throw methodNotAllowed();
  switch (subresource.name) {
    case "status":
    case "approval":
      return answerPart(call, world);
    case "scale":
      return answerScale(call, world);
    case "binding":
      return bindPod(call, world);
    case "eviction":
      return evictPod(call, world);
    case "finalize":
      return finalizeNamespace(call, world);
    case "token":
      return requestToken(call, world);
    case "log":
      return readLog(call, world);
  }
}

/** A part whose body is the object itself. */
function answerPart(call: ObjectCall, world: World): ObjectAnswer {
  switch (call.verb) {
    case "get":
      return readObject(call, world);
    case "update":
      return updateObject(call, world);
    case "patch":
      return call.contentType === "application/apply-patch+yaml"
        ? applyPatch(call, world)
        : patchObject(call, world);
    case "list":
    case "create":
    case "delete":
    case "deletecollection":
      throw methodNotAllowed();
  }
}

/** No container runs here, so none has written anything. */
function readLog(call: ObjectCall, world: World): ObjectAnswer {
  requireLive(call, world);
  const text = "This cluster is embedded in Lockstep: its pods are played, not run, so they log nothing.\n";
  return { code: 200, body: {}, text, warnings: [] };
}
