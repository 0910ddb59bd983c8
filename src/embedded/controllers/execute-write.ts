import { type JsonObject, objectAt, textAt } from "../../core/object/json.ts";
import { idOf, uidOf } from "../../core/object/live-object.ts";
import type { World } from "../kinds/resource.ts";
import { noSuchResource } from "../refusals.ts";
import type { ObjectAnswer, ObjectCall } from "../requests/object-call.ts";
import { MERGE_PATCH } from "../requests/patch-types.ts";
import { resourceOf } from "./resource-of.ts";
import type { Write } from "./write.ts";

type AnswerCall = (call: ObjectCall, world: World) => ObjectAnswer;

/** The API that answers the writes. */
export interface Api {
  readonly world: World;
  readonly answer: AnswerCall;
}

/** A write but for events, which have their own way. */
export type ObjectWrite = Exclude<Write, { readonly kind: "event" }>;

type Request = Pick<ObjectCall, "verb" | "name" | "subresource" | "contentType" | "body">;

/** Sends a write as the request that the real controller would send. @returns the answer's body. @throws {StatusError} when it is refused. */
export function executeWrite(write: ObjectWrite, userAgent: string, api: Api): JsonObject {
  const target = targetOf(write);
  const { namespace } = idOf(target);
  const resource = resourceOf(api.world.catalogue, {
    apiVersion: textAt(target, "apiVersion") ?? "",
    kind: textAt(target, "kind") ?? "",
  });
  if (resource === undefined) {
    throw noSuchResource();
  }
  const call: ObjectCall = {
    ...requestOf(write),
    resource,
    namespace: resource.isNamespaced ? namespace : "",
    query: new URLSearchParams(),
    userAgent,
  };
  return api.answer(call, api.world).body;
}

function targetOf(write: ObjectWrite): JsonObject {
  switch (write.kind) {
    case "create":
    case "update":
      return write.object;
    case "patch":
    case "delete":
      return write.of;
    case "bind":
      return write.pod;
  }
}

function requestOf(write: ObjectWrite): Request {
  const { name } = idOf(targetOf(write));
  const json = { name, subresource: "", contentType: "application/json" };
  switch (write.kind) {
    case "create":
      return { ...json, verb: "create", name: "", body: JSON.stringify(write.object) };
    case "update":
      return {
        ...json,
        verb: "update",
        subresource: write.subresource,
        body: JSON.stringify(write.object),
      };
    case "patch":
      return {
        ...json,
        verb: "patch",
        subresource: write.subresource,
        contentType: MERGE_PATCH,
        body: JSON.stringify(write.patch),
      };
    case "delete":
      return { ...json, verb: "delete", body: JSON.stringify(deleteOptions(write)) };
    case "bind":
      return {
        ...json,
        verb: "create",
        subresource: "binding",
        body: JSON.stringify(bindingOf(write.pod, write.node)),
      };
  }
}

/** The uid makes sure that a new object of the same name is not deleted instead. */
function deleteOptions({ of, options }: Extract<Write, { readonly kind: "delete" }>): JsonObject {
  const preconditions = { ...objectAt(options, "preconditions"), uid: uidOf(of) };
  return { apiVersion: "v1", kind: "DeleteOptions", ...options, preconditions };
}

function bindingOf(pod: JsonObject, node: string): JsonObject {
  const { namespace, name } = idOf(pod);
  return {
    apiVersion: "v1",
    kind: "Binding",
    metadata: { namespace, name, uid: uidOf(pod) },
    target: { kind: "Node", name: node },
  };
}
