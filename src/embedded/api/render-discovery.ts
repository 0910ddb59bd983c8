import { createHash } from "node:crypto";
import type { JsonObject } from "../../core/object/json.ts";
import { apiVersionOf } from "../../core/object/object-id.ts";
import type { Resource, Subresource } from "../kinds/resource.ts";

/** `/api`. */
export function renderCoreVersions(serverAddress: string): JsonObject {
  return {
    kind: "APIVersions",
    versions: ["v1"],
    serverAddressByClientCIDRs: [{ clientCIDR: "0.0.0.0/0", serverAddress }],
  };
}

/** `/apis`. */
export function renderGroups(resources: readonly Resource[]): JsonObject {
  return {
    kind: "APIGroupList",
    apiVersion: "v1",
    groups: groupsOf(resources).map((group) => describeGroup(group, resources)),
  };
}

/** `/apis/GROUP`. */
export function renderGroup(group: string, resources: readonly Resource[]): JsonObject {
  return { kind: "APIGroup", apiVersion: "v1", ...describeGroup(group, resources) };
}

/** `/api/v1` and `/apis/GROUP/VERSION`. */
export function renderResources(
  { group, version }: { readonly group: string; readonly version: string },
  resources: readonly Resource[],
): JsonObject {
  const members = resources.filter((each) => each.group === group && each.version === version);
  return {
    kind: "APIResourceList",
    apiVersion: "v1",
    groupVersion: apiVersionOf({ group, version }),
    resources: members.flatMap((resource) => [
      describeResource(resource),
      ...resource.subresources.map((each) => describeSubresource(resource, each)),
    ]),
  };
}

/** All of discovery in one answer: of the core group, or of all others. @see https://kubernetes.io/docs/concepts/overview/kubernetes-api/#aggregated-discovery */
export function renderAggregated(
  part: "core" | "groups",
  resources: readonly Resource[],
): JsonObject {
  const groups = groupsOf(resources);
  return {
    kind: "APIGroupDiscoveryList",
    apiVersion: "apidiscovery.k8s.io/v2",
    metadata: {},
    items: (part === "core" ? [""] : groups).map((group) => ({
      metadata: group === "" ? {} : { name: group },
      versions: versionsOf(group, resources).map((version) => ({
        version,
        resources: resources
          .filter((each) => each.group === group && each.version === version)
          .map(discoverResource),
        freshness: "Current",
      })),
    })),
  };
}

function groupsOf(resources: readonly Resource[]): readonly string[] {
  return [...new Set(resources.map(({ group }) => group))].filter((group) => group !== "");
}

function versionsOf(group: string, resources: readonly Resource[]): readonly string[] {
  const members = resources.filter((each) => each.group === group);
  return [...new Set(members.map(({ version }) => version))];
}

function describeGroup(name: string, resources: readonly Resource[]): JsonObject {
  const versions = versionsOf(name, resources).map((version) => ({
    groupVersion: apiVersionOf({ group: name, version }),
    version,
  }));
  return { name, versions, preferredVersion: versions[0] ?? {} };
}

function describeResource(resource: Resource): JsonObject {
  return {
    name: resource.plural,
    singularName: resource.singular,
    namespaced: resource.isNamespaced,
    kind: resource.kind,
    verbs: resource.verbs,
    ...listed("shortNames", resource.shortNames),
    ...listed("categories", resource.categories),
    ...(resource.verbs.includes("get") ? { storageVersionHash: storageHash(resource) } : {}),
  };
}

function describeSubresource(resource: Resource, part: Subresource): JsonObject {
  const isOther = part.group !== resource.group || part.version !== resource.version;
  return {
    name: `${resource.plural}/${part.name}`,
    singularName: "",
    namespaced: resource.isNamespaced,
    ...(isOther ? { group: part.group, version: part.version } : {}),
    kind: part.kind,
    verbs: part.verbs,
  };
}

function discoverResource(resource: Resource): JsonObject {
  const subresources = resource.subresources.map((part) => ({
    subresource: part.name,
    responseKind: responseKind(part, resource),
    verbs: part.verbs,
  }));
  return {
    resource: resource.plural,
    responseKind: responseKind(resource, resource),
    scope: resource.isNamespaced ? "Namespaced" : "Cluster",
    singularResource: resource.singular,
    verbs: resource.verbs,
    ...listed("shortNames", resource.shortNames),
    ...listed("categories", resource.categories),
    ...listed("subresources", subresources),
  };
}

/** Built-in kinds leave out what the place says already. */
function responseKind(
  { group, version, kind }: Pick<Resource, "group" | "version" | "kind">,
  owner: Resource,
): JsonObject {
  const isSaid = !owner.isCustom && group === owner.group && version === owner.version;
  return isSaid ? { group: "", version: "", kind } : { group, version, kind };
}

function listed(key: string, values: readonly (string | JsonObject)[]): JsonObject {
  return values.length === 0 ? {} : { [key]: values };
}

/** Clients see from it when a kind is stored in another version. */
function storageHash({ group, version, kind }: Resource): string {
  const digest = createHash("sha256").update(`${group}/${version}/${kind}`).digest();
  return digest.subarray(0, 8).toString("base64");
}
