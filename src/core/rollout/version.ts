import semver from "semver";
import type { Edge } from "../graph/edge.ts";

/** A version that can be compared. Made by `parseVersion` only. */
export interface Version {
  /** As it was written: `v9.1`. */
  readonly text: string;
  /** The same as strict semver: `9.1.0`. */
  readonly canonical: string;
  /** What stands behind a `+`; empty: nothing. It has no part in the order. */
  readonly build: string;
  readonly major: number;
  readonly minor: number;
}

const VERSION = /^v?(?<majorMinor>\d+\.\d+)(?<patch>\.\d+)?(?<rest>[-+].*)?$/;

/**
 * Reads a version: a leading `v` is dropped and `X.Y` means `X.Y.0`. One number, words, dates
 * with dashes, digests and numbers with leading zeros are no version: nothing is guessed. The suffix of a
 * distribution (`9.1.0-alpine`) is a prerelease, as semver says.
 *
 * @see https://semver.org/#spec-item-11 for the order
 */
export function parseVersion(text: string | undefined): Version | undefined {
  if (text === undefined) return undefined;
  const { majorMinor, patch = ".0", rest = "" } = VERSION.exec(text.trim())?.groups ?? {};
  const parsed = majorMinor === undefined ? null : semver.parse(`${majorMinor}${patch}${rest}`);
  if (parsed === null) return undefined;
  const { version: canonical, build, major, minor } = parsed;
  return { text, canonical, build: build.join("."), major, minor };
}

/** Below zero when `a` is lower. `minor` looks at major and minor only, which is Elastic's own rule. */
export function compareVersions(a: Version, b: Version, by: Edge["compare"]): number {
  if (by === "full") return semver.compare(a.canonical, b.canonical);
  return a.major - b.major || a.minor - b.minor;
}

/**
 * Whether a version lies in a range that the graph builder found valid. Prereleases take part in their place in the
 * order, so that `3.13.2-alpine` satisfies `>=3.13 <5`.
 */
export function isInRange(version: Version, range: string): boolean {
  return semver.satisfies(version.canonical, range, { includePrerelease: true });
}

/** Whether everything above a version that is in the range is in it, too: it has neither an upper end nor gaps. */
export function isOpenUpwards(range: string): boolean {
  const parts = new semver.Range(range).set;
  return parts.length === 1 && semver.satisfies(HIGHEST, range, { includePrerelease: true });
}

/** Above every version that anybody has. */
const HIGHEST = "999999999.0.0";

export function lowestOf(versions: readonly Version[]): Version | undefined {
  return versions.toSorted((a, b) => compareVersions(a, b, "full"))[0];
}

export function highestOf(versions: readonly Version[]): Version | undefined {
  return versions.toSorted((a, b) => compareVersions(b, a, "full"))[0];
}

/**
 * Whether two version texts name the same thing: the same version, or, for tags and digests, the same text. Two builds of one
 * version (`1.30.1+k3s1`, `1.30.1+k3s2`) are not the same; where only one text names a build, it is any.
 */
export function isSameVersion(a: string, b: string): boolean {
  if (a === b) return true;
  const [left, right] = [parseVersion(a), parseVersion(b)];
  if (left === undefined || right === undefined) return false;
  const isSameBuild = left.build === "" || right.build === "" || left.build === right.build;
  return isSameBuild && compareVersions(left, right, "full") === 0;
}
