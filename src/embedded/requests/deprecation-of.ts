import type { Resource } from "../kinds/resource.ts";

/** Built-in kinds that are to be used no more, by group, version and kind. */
const DEPRECATED: ReadonlyMap<string, string> = new Map([
  ["/v1/Endpoints", "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice"],
]);

/** The warning that each request about a deprecated kind gets; `undefined` for all others. */
export function deprecationOf(resource: Resource): string | undefined {
  const { group, version, kind, deprecation } = resource;
  return deprecation ?? DEPRECATED.get(`${group}/${version}/${kind}`);
}
