import { groupOf, type ObjectRef, versionOf } from "../../core/object/object-id.ts";
import type { Selection } from "../../ports/cluster-port.ts";
import type { WantedKind } from "./discovery.ts";
import type { DiscoveredKind } from "./parse-discovery.ts";
import { resourcePath } from "./resource-path.ts";

/** The kind of an object, at the version at which it is read and written. */
export function wantedOf({ id, apiVersion }: ObjectRef): WantedKind {
  return { group: id.group, kind: id.kind, version: versionOf(apiVersion) };
}

/** The kind of a list. */
export function wantedOfSelection({ apiVersion, kind }: Selection): WantedKind {
  return { group: groupOf(apiVersion), kind, version: versionOf(apiVersion) };
}

/** The object's place on the server. */
export function pathOf(kind: DiscoveredKind, { id }: ObjectRef): string {
  return resourcePath(kind, { namespace: id.namespace, name: id.name });
}
