const VERSION = /^v(?<major>[1-9]\d*)(?:(?<stage>alpha|beta)(?<minor>[1-9]\d*))?$/;

const STAGES = ["", "beta", "alpha"];

/**
 * Order of the versions of a group, the preferred one first: stable before beta before alpha, the newer first, other names last.
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#version-priority
 */
export function compareVersions(a: string, b: string): number {
  const ranks = [rankOf(a), rankOf(b)];
  const [ofA = [], ofB = []] = ranks;
  for (const [index, each] of ofA.entries()) {
    const difference = each - (ofB[index] ?? 0);
    if (difference !== 0) return difference;
  }
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Stage, then the newest first. */
function rankOf(version: string): readonly number[] {
  const parts = VERSION.exec(version)?.groups;
  if (parts === undefined) return [STAGES.length, 0, 0];
  return [
    STAGES.indexOf(parts["stage"] ?? ""),
    -Number(parts["major"] ?? 0),
    -Number(parts["minor"] ?? 0),
  ];
}
