import type { GraphDocument } from "../../core/graph/describe-graph.ts";
import type { ObjectStatus, StackStatus } from "../../core/report/status-document.ts";
import {
  compareVersions,
  highestOf,
  lowestOf,
  parseVersion,
  type Version,
} from "../../core/rollout/version.ts";

/** The dependents on `lockstep` edges that run a version above the lowest one that their target runs. Never any, is the promise. */
export function findAhead(
  { objects }: StackStatus,
  edges: GraphDocument["edges"],
): readonly string[] {
  const byId = new Map(objects.map((each) => [each.id, each] as const));
  return edges
    .filter(({ gate, informational }) => gate === "lockstep" && !informational)
    .filter(({ from, to }) => isAbove(byId.get(from), byId.get(to)))
    .map(({ from }) => from);
}

function isAbove(dependent: ObjectStatus | undefined, target: ObjectStatus | undefined): boolean {
  const highest = highestOf(versionsOf(dependent));
  const lowest = lowestOf(versionsOf(target));
  return (
    highest !== undefined && lowest !== undefined && compareVersions(highest, lowest, "full") > 0
  );
}

function versionsOf(object: ObjectStatus | undefined): readonly Version[] {
  return (object?.version.running ?? []).flatMap((text) => parseVersion(text) ?? []);
}
