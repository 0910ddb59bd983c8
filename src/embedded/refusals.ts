import { type JsonObject, textAt } from "../core/object/json.ts";
import { isTerminating } from "../core/object/live-object.ts";
import { StatusError } from "./status-error.ts";

/** A resource as messages and `details` name it. */
interface NamedResource {
  readonly group: string;
  readonly plural: string;
}

/** `deployments.apps`, or `pods` for the core group. */
export function groupResource({ group, plural }: NamedResource): string {
  return group === "" ? plural : `${plural}.${group}`;
}

/** `Deployment.apps`, or `Pod` for the core group. */
export function groupKind({ group, kind }: { group: string; kind: string }): string {
  return group === "" ? kind : `${kind}.${group}`;
}

/** `details` of a `Status`; what is empty is left out, as the server does it. */
export function detailsOf(
  { group, kind, name }: { group: string; kind: string; name: string },
  more: JsonObject = {},
): JsonObject {
  return {
    ...(name === "" ? {} : { name }),
    ...(group === "" ? {} : { group }),
    ...(kind === "" ? {} : { kind }),
    ...more,
  };
}

export function badRequest(message: string): StatusError {
  return new StatusError(400, { reason: "BadRequest", message });
}

/** The server's answer to an error it has no name for. */
export function internalError(message: string): StatusError {
  return new StatusError(500, { reason: "", message });
}

/** An object that etcd would not take. */
export function tooLargeToStore(): StatusError {
  return internalError("etcdserver: request is too large");
}

/** The server's answer to an error of its own. */
export function serverFault(message: string): StatusError {
  return new StatusError(500, {
    reason: "InternalError",
    message: `Internal error occurred: ${message}`,
    details: { causes: [{ message }] },
  });
}

export function notFound(resource: NamedResource, name: string): StatusError {
  return new StatusError(404, {
    reason: "NotFound",
    message: `${groupResource(resource)} "${name}" not found`,
    details: detailsOf({ group: resource.group, kind: resource.plural, name }),
  });
}

/** There is no such path. */
export function noSuchResource(): StatusError {
  return new StatusError(404, {
    reason: "NotFound",
    message: "the server could not find the requested resource",
    details: {},
  });
}

export function methodNotAllowed(): StatusError {
  return new StatusError(405, {
    reason: "MethodNotAllowed",
    message: "the server does not allow this method on the requested resource",
    details: {},
  });
}

/** @param other - What is in the way. */
export function alreadyExists(resource: NamedResource, other: JsonObject): StatusError {
  const name = textAt(other, "metadata", "name") ?? "";
  const prefix = isTerminating(other) ? "object is being deleted: " : "";
  return new StatusError(409, {
    reason: "AlreadyExists",
    message: `${prefix}${groupResource(resource)} "${name}" already exists`,
    details: detailsOf({ group: resource.group, kind: resource.plural, name }),
  });
}

export function conflict(
  resource: NamedResource,
  { name, why }: { name: string; why: string },
): StatusError {
  return new StatusError(409, {
    reason: "Conflict",
    message: `Operation cannot be fulfilled on ${groupResource(resource)} "${name}": ${why}`,
    details: detailsOf({ group: resource.group, kind: resource.plural, name }),
  });
}

/** The object carries a resourceVersion that is not the live one. */
export function outdated(resource: NamedResource, name: string): StatusError {
  return conflict(resource, {
    name,
    why: "the object has been modified; please apply your changes to the latest version and try again",
  });
}

export function forbidden(
  resource: NamedResource,
  { name, why, causes }: { name: string; why: string; causes?: readonly JsonObject[] },
): StatusError {
  return new StatusError(403, {
    reason: "Forbidden",
    message: `${groupResource(resource)} "${name}" is forbidden: ${why}`,
    details: detailsOf(
      { group: resource.group, kind: resource.plural, name },
      causes === undefined ? {} : { causes },
    ),
  });
}

/** A body that is none of the media types that are taken. */
export function unknownFormat(taken: readonly string[]): StatusError {
  return new StatusError(415, {
    reason: "UnsupportedMediaType",
    message: `the body of the request was in an unknown format - accepted media types include: ${taken.join(", ")}`,
  });
}
