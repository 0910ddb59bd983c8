import { checkDependent } from "./check-dependent.ts";
import { checkTarget } from "./check-target.ts";
import type { VersionPaths } from "./declared-version.ts";
import type { EdgeEnd } from "./edge-end.ts";
import type { GateFinding } from "./gate-finding.ts";
import type { SkewWrite } from "./skew-write.ts";

/**
 * The skew rule: no write of ours makes a dependent run a version above the lowest version that its target
 * runs. Looks at **every** lockstep edge in both directions; the write may go ahead when there is no blocker.
 *
 * Targets are judged by (U), upwards, and (R), their own rollout; dependents by (L), downwards.
 */
export function checkSkew(write: SkewWrite, paths: VersionPaths): GateFinding {
  const findings = [
    ...write.targets.filter(isSkewEdge).map((end) => checkTarget(write, end, paths)),
    ...write.dependents.filter(isSkewEdge).map((end) => checkDependent(write, end, paths)),
  ];
  return {
    blockers: findings.flatMap((each) => each.blockers),
    overrides: findings.flatMap((each) => each.overrides),
  };
}

function isSkewEdge({ edge }: EdgeEnd): boolean {
  return edge.gate.kind === "lockstep" && !edge.informational;
}
