import type { Subresource, World } from "../kinds/resource.ts";
import { methodNotAllowed, noSuchResource, notFound } from "../refusals.ts";
import { answerPatch } from "./answer-patch.ts";
import { answerScale } from "./answer-scale.ts";
import { bindPod } from "./bind-pod.ts";
import { evictPod } from "./evict-pod.ts";
import { finalizeNamespace } from "./finalize-namespace.ts";
import type { ObjectAnswer, ObjectCall } from "./object-call.ts";
import { requireLive } from "./object-place.ts";
import { readObject } from "./read-object.ts";
import { requestToken } from "./request-token.ts";
import { updateObject } from "./update-object.ts";

type Answer = (call: ObjectCall, world: World) => ObjectAnswer;

const ANSWERS: Readonly<Record<Subresource["name"], Answer>> = {
  status: answerPart,
  approval: answerPart,
  scale: answerScale,
  binding: bindPod,
  eviction: evictPod,
  finalize: finalizeNamespace,
  token: requestToken,
  log: readLog,
};

/** Answers a request about a part of an object. @throws {StatusError} */
export function answerSubresource(call: ObjectCall, world: World): ObjectAnswer {
  const { resource } = call;
  const subresource = resource.subresources.find(({ name }) => name === call.subresource);
  if (subresource === undefined) {
    throw resource.isCustom ? notFound(resource, call.name) : noSuchResource();
  }
  if (!subresource.verbs.includes(call.verb)) throw methodNotAllowed();
  return ANSWERS[subresource.name](call, world);
}

/** A part whose body is the object itself. */
function answerPart(call: ObjectCall, world: World): ObjectAnswer {
  switch (call.verb) {
    case "get":
      return readObject(call, world);
    case "update":
      return updateObject(call, world);
    case "patch":
      return answerPatch(call, world);
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
  const text =
    "This cluster is embedded in Lockstep: its pods are played, not run, so they log nothing.\n";
  return { code: 200, body: {}, text, warnings: [] };
}
