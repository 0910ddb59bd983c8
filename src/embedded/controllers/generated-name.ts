import type { ClusterView } from "./controller.ts";

/** As long as a name may be that is to be part of a host name, less the random end. */
const BASE_MAX = 58;

/** A name that begins with `base` and ends at random, as the API server makes it from `generateName`. */
export function generatedName(base: string, view: ClusterView): string {
  return `${base.slice(0, BASE_MAX)}${view.randomText(5)}`;
}
