import { type ObjectKey, objectKey } from "../object/object-id.ts";
import { declaredVersion, type VersionPaths } from "../rollout/declared-version.ts";
import type { Edge } from "./edge.ts";
import type { ObjectSet } from "./object-set.ts";

/**
 * Targets of the set that an edge asks for their version, and that declare none. A gate `rolled-out` then asks for no more
 * than that they are ready.
 */
export function findUnversioned(
  set: ObjectSet,
  edges: readonly Edge[],
  paths: VersionPaths = new Map(),
): ReadonlySet<ObjectKey> {
  const asked = new Set(edges.filter(asksForVersion).map((edge) => objectKey(edge.target)));
  return new Set(
    [...asked].filter((key) => {
      const target = set.byKey.get(key);
      return target !== undefined && declaredVersion(target.body, paths) === undefined;
    }),
  );
}

/** A Secret that describes a target outside of the cluster has no version of its own to declare. */
export function asksForVersion({ gate, informational, external }: Edge): boolean {
  return !informational && external === "" && gate.kind !== "exists" && gate.kind !== "ready";
}
