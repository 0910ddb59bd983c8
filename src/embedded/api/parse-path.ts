import type { Catalogue, Resource } from "../kinds/resource.ts";
import { HEALTH_CHECKS, HEALTH_ENDPOINTS } from "./health.ts";
import type { Discovery, ObjectsTarget, Target } from "./target.ts";

const NO_TEXT: Target = { kind: "nothing", form: "text" };
const VERSION: Target = { kind: "about", document: { kind: "version" } };
const NO_STATUS: Target = { kind: "nothing", form: "status" };

/** Group, version and what follows them in a path. */
interface Below {
  readonly group: string;
  readonly version: string;
  readonly rest: readonly string[];
}

/**
 * What a decoded path names. An unknown group, or anything unknown in a group of CRDs, is answered in plain text, all else
 * below `/api` and `/apis` with a `Status`, as the real server does it.
 * @see https://kubernetes.io/docs/reference/using-api/api-concepts/#resource-uris
 */
export function parsePath(path: string, catalogue: Catalogue): Target {
  const parts = path.replace(/^\//, "").replace(/\/$/, "").split("/");
  const [first = "", ...rest] = parts;
  if (path === "/") return { kind: "about", document: { kind: "paths" } };
  if (first === "api") return parseCore(rest, catalogue);
  if (first === "apis") return parseGroup(rest, catalogue);
  if (first === "openapi") return parseOpenApi(rest);
  if (first === "version") return rest.length === 0 ? VERSION : NO_STATUS;
  return parseHealth(path);
}

function parseHealth(path: string): Target {
  const [, endpoint = "", check = "", ...more] = path.split("/");
  const isKnown = HEALTH_ENDPOINTS.includes(endpoint) && more.length === 0;
  const isCheck = check === "" || HEALTH_CHECKS.includes(check);
  if (!isKnown || !isCheck || path.endsWith("/")) return NO_TEXT;
  return { kind: "about", document: { kind: "health", endpoint, check } };
}

function parseOpenApi([version, ...rest]: readonly string[]): Target {
  if (version === "v2" && rest.length === 0) {
    return { kind: "openapi", document: { kind: "whole" } };
  }
  if (version !== "v3") return NO_TEXT;
  if (rest.length === 0) return { kind: "openapi", document: { kind: "index" } };
  return { kind: "openapi", document: { kind: "group", path: rest.join("/") } };
}

function parseCore([version, ...rest]: readonly string[], catalogue: Catalogue): Target {
  if (version === undefined) return discovery({ kind: "core-versions" });
  if (version !== "v1") return NO_STATUS;
  return parseBelow({ group: "", version, rest }, catalogue);
}

function parseGroup([group, version, ...rest]: readonly string[], catalogue: Catalogue): Target {
  if (group === undefined) return discovery({ kind: "groups" });
  const members = catalogue.resources().filter((each) => each.group === group);
  if (group === "" || members.length === 0) return NO_TEXT;
  if (version === undefined) return discovery({ kind: "group", group });
  if (!members.some((each) => each.version === version)) return nothingIn(members);
  return parseBelow({ group, version, rest }, catalogue);
}

function parseBelow({ group, version, rest }: Below, catalogue: Catalogue): Target {
  const members = catalogue
    .resources()
    .filter((each) => each.group === group && each.version === version);
  const isCustom = members.every((each) => each.isCustom);
  if (rest.length === 0) return discovery({ kind: "resources", group, version, isCustom });
  const isWatch = rest[0] === "watch" && rest.length > 1;
  const found = parseObjects(isWatch ? rest.slice(1) : rest, (plural) =>
    catalogue.find({ group, version, plural }),
  );
  if (found === undefined) return nothingIn(members);
  return { ...found, isWatch };
}

function discovery(document: Discovery): Target {
  return { kind: "discovery", document };
}

function nothingIn(members: readonly Resource[]): Target {
  return members.every((each) => each.isCustom) ? NO_TEXT : NO_STATUS;
}

type Objects = Omit<ObjectsTarget, "isWatch">;

type FindResource = (plural: string) => Resource | undefined;

/** `namespaces/NS` is an object of its own, and a prefix for what is in the namespace. */
function parseObjects(parts: readonly string[], find: FindResource): Objects | undefined {
  const [first = "", second = "", third = ""] = parts;
  const isPrefix = first === "namespaces" && parts.length >= 3 && !isOfNamespace(find, third);
  const found = parseResource(isPrefix ? parts.slice(2) : parts, find);
  if (found === undefined || !isInScope(found, isPrefix)) return undefined;
  return { ...found, namespace: isPrefix ? second : "" };
}

/** What a path names without its namespace. */
function parseResource(
  parts: readonly string[],
  find: FindResource,
): Omit<Objects, "namespace"> | undefined {
  const [plural = "", ...rest] = parts;
  const [name = "", ...subresource] = rest;
  const resource = find(plural);
  if (resource === undefined || rest.includes("")) return undefined;
  if (subresource.length > 1 && !resource.isCustom) return undefined;
  return { kind: "objects", resource, name, subresource: subresource.join("/") };
}

/** `namespaces/NS/status` and the like. */
function isOfNamespace(find: FindResource, part: string): boolean {
  return find("namespaces")?.subresources.some((each) => each.name === part) ?? false;
}

/** Only the whole collection of a namespaced kind can be named without a namespace. */
function isInScope({ resource, name }: Omit<Objects, "namespace">, isPrefix: boolean): boolean {
  if (!resource.isNamespaced) return !isPrefix;
  return isPrefix || (name === "" && resource.verbs.includes("list"));
}
