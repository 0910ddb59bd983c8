import {
  isJsonObject,
  type Json,
  type JsonObject,
  listAt,
  textAt,
} from "../../core/object/json.ts";
import { kindKey } from "../../core/object/object-id.ts";

/** A kind at one version, as discovery tells it. */
export interface DiscoveredKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
  readonly hasStatusSubresource: boolean;
  /** It can be applied and listed: a stack may have members of it. */
  readonly mayHoldMembers: boolean;
}

/** By kind key (`Deployment.apps`); the versions of a kind in the server's order of preference. */
export type KindIndex = ReadonlyMap<string, readonly DiscoveredKind[]>;

export function indexKinds(kinds: readonly DiscoveredKind[]): KindIndex {
  const index = new Map<string, DiscoveredKind[]>();
  for (const kind of kinds) {
    const versions = index.get(kindKey(kind));
    if (versions === undefined) index.set(kindKey(kind), [kind]);
    else versions.push(kind);
  }
  return index;
}

/**
 * Reads an `APIGroupDiscoveryList`: all groups, versions and resources in one document.
 *
 * @returns `undefined` when the answer is something else: an older server ignores the `Accept` header.
 * @see https://kubernetes.io/docs/reference/generated/kubernetes-api/v1.34/#apigroupdiscoverylist-v2-apidiscovery-k8s-io
 */
export function parseAggregated(body: JsonObject): readonly DiscoveredKind[] | undefined {
  if (textAt(body, "kind") !== "APIGroupDiscoveryList") return undefined;
  return listAt(body, "items").flatMap((item) => {
    const group = textAt(item, "metadata", "name") ?? "";
    return listAt(item, "versions").flatMap((each) => {
      const version = textAt(each, "version") ?? "";
      return listAt(each, "resources").map((resource) => ({
        // A resource may be served under another group's name; empty means its own.
        group: textAt(resource, "responseKind", "group") || group,
        version: textAt(resource, "responseKind", "version") || version,
        kind: textAt(resource, "responseKind", "kind") ?? "",
        plural: textAt(resource, "resource") ?? "",
        isNamespaced: textAt(resource, "scope") === "Namespaced",
        hasStatusSubresource: listAt(resource, "subresources").some(
          (subresource) => textAt(subresource, "subresource") === "status",
        ),
        mayHoldMembers: mayHoldMembers(resource),
      }));
    });
  });
}

/**
 * Groups of an `APIGroupDiscoveryList` with a version of which nobody knows the kinds: it is served by a server of its own, which does
 * not answer.
 */
export function findSilentGroups(body: JsonObject): readonly string[] {
  return listAt(body, "items").flatMap((item) => {
    const isSilent = listAt(item, "versions").some(
      (each) => textAt(each, "freshness") === "Stale" && listAt(each, "resources").length === 0,
    );
    return isSilent ? [textAt(item, "metadata", "name") ?? ""] : [];
  });
}

/** Reads an `APIResourceList`, the document of one group and version; subresources stand in it as `plural/name`. */
export function parseResourceList(
  body: JsonObject,
  at: { readonly group: string; readonly version: string },
): readonly DiscoveredKind[] {
  const resources = listAt(body, "resources").filter(isJsonObject);
  const names = new Set(resources.map(nameOf));
  return resources
    .filter((resource) => !nameOf(resource).includes("/"))
    .map((resource) => ({
      ...at,
      kind: textAt(resource, "kind") ?? "",
      plural: nameOf(resource),
      isNamespaced: resource["namespaced"] === true,
      hasStatusSubresource: names.has(`${nameOf(resource)}/status`),
      mayHoldMembers: mayHoldMembers(resource),
    }));
}

/** Groups and versions of an `APIGroupList`, each group's preferred version first. */
export function parseGroupList(
  body: JsonObject,
): readonly { readonly group: string; readonly version: string }[] {
  return listAt(body, "groups").flatMap((group) => {
    const preferred = textAt(group, "preferredVersion", "version");
    const versions = listAt(group, "versions").map((each) => textAt(each, "version") ?? "");
    return [...versions]
      .toSorted((a, b) => Number(b === preferred) - Number(a === preferred))
      .map((version) => ({ group: textAt(group, "name") ?? "", version }));
  });
}

/** Where nothing is said of verbs, it may. */
function mayHoldMembers(resource: Json): boolean {
  const verbs = listAt(resource, "verbs");
  return verbs.length === 0 || (verbs.includes("list") && verbs.includes("patch"));
}

function nameOf(resource: Json): string {
  return textAt(resource, "name") ?? "";
}
