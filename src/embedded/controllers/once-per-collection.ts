import type { Resource } from "../kinds/resource.ts";

/** The kinds that are served, each in one of its versions, in the order in which they were. */
export function oncePerCollection(resources: readonly Resource[]): readonly Resource[] {
  const first = new Map<string, Resource>();
  for (const each of resources) {
    const key = `${each.group}/${each.plural}`;
    if (!first.has(key)) first.set(key, each);
  }
  return [...first.values()];
}
