import type { Resource } from "../kinds/resource.ts";
import {
  badRequest,
  groupResource,
  methodNotAllowed,
  noSuchResource,
  notFound,
} from "../refusals.ts";
import { isTrue } from "../requests/query-value.ts";
import { StatusError } from "../status-error.ts";
import type { ObjectsTarget } from "./target.ts";

/** What a request wants. Only `watch` does not go on to `answerCall`. */
export type Verb =
  | "get"
  | "list"
  | "watch"
  | "create"
  | "update"
  | "patch"
  | "delete"
  | "deletecollection";

const OF_OBJECT: ReadonlyMap<string, Verb> = new Map([
  ["GET", "get"],
  ["PUT", "update"],
  ["PATCH", "patch"],
  ["DELETE", "delete"],
]);

const OF_COLLECTION: ReadonlyMap<string, Verb> = new Map([
  ["GET", "list"],
  ["POST", "create"],
  ["DELETE", "deletecollection"],
]);

const OF_CUSTOM_OBJECT = new Map<string, Verb>([...OF_OBJECT, ["POST", "create"]]);
const OF_CUSTOM_COLLECTION = new Map([...OF_OBJECT, ...OF_COLLECTION]);
/** Verbs that a collection of custom objects knows only to ask for a name. */
const NAMED: readonly Verb[] = ["update", "patch"];

/**
 * What a method means for a target; `undefined` when the path is none for this method.
 * @throws {StatusError} 404 or 405 when the kind does not know it.
 */
export function chooseVerb(
  method: string,
  target: ObjectsTarget,
  query: URLSearchParams,
): Verb | undefined {
  const verb = target.resource.isCustom ? customVerb(method, target) : builtInVerb(method, target);
  if (verb === undefined) return undefined;
  return isWatching(target, verb, query) ? "watch" : verb;
}

function builtInVerb(method: string, target: ObjectsTarget): Verb {
  const { resource, name, subresource } = target;
  if (subresource !== "") return subresourceVerb(method, target);
  const verb = (name === "" ? OF_COLLECTION : OF_OBJECT).get(method);
  if (verb === undefined || isOutOfPlace(verb, target)) throw methodNotAllowed();
  if (name !== "" && !isStored(resource)) throw noSuchResource();
  if (!resource.verbs.includes(verb)) throw methodNotAllowed();
  return verb;
}

/** Without a namespace, namespaced objects can only be listed; below `/watch/` everything can only be watched. */
function isOutOfPlace(verb: Verb, { resource, namespace, isWatch }: ObjectsTarget): boolean {
  const isElsewhere = resource.isNamespaced && namespace === "" && verb !== "list";
  return isElsewhere || (isWatch && verb !== "list" && verb !== "get");
}

/** Kinds that are only asked have no paths of objects. */
function isStored(resource: Resource): boolean {
  return resource.verbs.includes("get");
}

function subresourceVerb(method: string, { resource, subresource }: ObjectsTarget): Verb {
  const known = resource.subresources.find((each) => each.name === subresource);
  if (known === undefined) throw noSuchResource();
  const verb = method === "POST" ? "create" : OF_OBJECT.get(method);
  if (verb === undefined || !known.verbs.includes(verb)) throw methodNotAllowed();
  return verb;
}

/** Kinds of CRDs are served by other code in the real server, which words things differently. */
function customVerb(method: string, target: ObjectsTarget): Verb | undefined {
  const { resource, namespace, name, subresource } = target;
  const asked = method === "HEAD" ? "GET" : method;
  if (subresource !== "") return customSubresourceVerb(asked, target);
  const verb = (name === "" ? OF_CUSTOM_COLLECTION : OF_CUSTOM_OBJECT).get(asked);
  if (resource.isNamespaced && namespace === "" && verb !== "list") return undefined;
  if (verb === undefined) throw unsupported("", resource);
  if (name === "" && NAMED.includes(verb)) throw badRequest("name must be provided");
  return verb;
}

function customSubresourceVerb(method: string, target: ObjectsTarget): Verb {
  const { resource, name, subresource } = target;
  const known = resource.subresources.find((each) => each.name === subresource);
  if (known === undefined) throw notFound(resource, name);
  const verb = method === "POST" ? "create" : OF_OBJECT.get(method);
  if (verb === undefined || !known.verbs.includes(verb)) throw unsupported(verb ?? "", resource);
  return verb;
}

function unsupported(verb: string, resource: Resource): StatusError {
  return new StatusError(405, {
    reason: "MethodNotAllowed",
    message: `${verb} is not supported on resources of kind "${groupResource(resource)}"`,
    details: { group: resource.group, kind: resource.plural },
  });
}

/** One object is watched only below `/watch/`. */
function isWatching(target: ObjectsTarget, verb: Verb, query: URLSearchParams): boolean {
  if (target.isWatch) return true;
  return verb === "list" && target.subresource === "" && isTrue(query.get("watch"));
}
