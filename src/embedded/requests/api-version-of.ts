import type { Resource } from "../kinds/resource.ts";

/** `apps/v1`, or `v1` for the core group. */
export function apiVersionOf({ group, version }: Pick<Resource, "group" | "version">): string {
  return group === "" ? version : `${group}/${version}`;
}
