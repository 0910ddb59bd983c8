import { type JsonObject, objectAt, textAt } from "../../core/object/json.ts";
import { badRequest } from "../refusals.ts";
import type { ObjectCall } from "./object-call.ts";

/**
 * The object with the namespace of the path; a cluster-scoped one loses the namespace it names.
 *
 * @throws {StatusError} 400 when the body names another one.
 */
export function matchNamespace(object: JsonObject, call: ObjectCall): JsonObject {
  const written = textAt(object, "metadata", "namespace");
  const { namespace: _, ...metadata } = objectAt(object, "metadata") ?? {};
  if (!call.resource.isNamespaced) return written === undefined ? object : { ...object, metadata };
  if (written === call.namespace) return object;
  if (written !== undefined && written !== "") {
    throw badRequest(
      "the namespace of the provided object does not match the namespace sent on the request",
    );
  }
  return { ...object, metadata: { ...metadata, namespace: call.namespace } };
}

/** As `matchNamespace`, and the name must be that of the path. @throws {StatusError} 400. */
export function matchIdentity(object: JsonObject, call: ObjectCall): JsonObject {
  const matched = matchNamespace(object, call);
  const name = textAt(object, "metadata", "name") ?? "";
  if (name === call.name) return matched;
  throw badRequest(
    name === ""
      ? `the name of the object (${call.name} based on URL) was undeterminable: name must be provided`
      : `the name of the object (${name}) does not match the name on the URL (${call.name})`,
  );
}
