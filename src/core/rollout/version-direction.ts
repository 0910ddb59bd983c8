import type { Edge } from "../graph/edge.ts";
import type { VersionPaths } from "./declared-version.ts";
import type { SkewWrite } from "./skew-write.ts";
import { compareVersions, type Version } from "./version.ts";
import { surelyHighest } from "./version-bounds.ts";

/** What a write does to the highest version of its object. */
export type Direction = "raises" | "keeps" | "lowers";

/**
 * Judged against the versions that the dependent runs for sure: where its highest one is not known, a write above all
 * that is known may raise it, and one at or below cannot. A write without a version raises nothing.
 */
export function findDirection(
  write: SkewWrite,
  to: {
    readonly written: Version | undefined;
    readonly paths: VersionPaths;
    readonly compare: Edge["compare"];
  },
): Direction {
  if (to.written === undefined) return "keeps";
  if (write.isMadeAnew === true) return "raises";
  const highest = surelyHighest(write.self, { paths: to.paths, trust: "status" });
  if (highest === undefined) return "raises";
  if (compareVersions(to.written, highest, to.compare) > 0) return "raises";
  return compareVersions(to.written, highest, "full") < 0 ? "lowers" : "keeps";
}
