import { assessHealth } from "./assess-health.ts";
import type { Party } from "./party.ts";
import type { RolloutReading } from "./rollout-reading.ts";
import { readVersions, type VersionOptions, type VersionReading } from "./running-versions.ts";
import { highestOf, isSameVersion, lowestOf, parseVersion, type Version } from "./version.ts";
import { sentVersion } from "./wanted-version.ts";

/** The lowest or highest version that an object runs or is about to run. */
export type Bound =
  | { readonly kind: "version"; readonly version: Version }
  /** Nothing is there: below every version. */
  | { readonly kind: "lowest" }
  /** It may run anything: above every version. */
  | { readonly kind: "highest" }
  /** Something is there and does not say what; `detail` in words. */
  | { readonly kind: "unknown"; readonly detail: string };

/** The lowest version of a target. `unknown` counts as below every version. */
export function floorOf(party: Party, options: VersionOptions): Bound {
  if (party.sighting === "unreadable") return { kind: "unknown", detail: "it could not be read" };
  if (party.reading === undefined) return { kind: "lowest" };
  const versions = readVersions(party.reading, options);
  return silenceOf(versions) ?? boundOf(textsOf(party, options), lowestOf);
}

/** The highest version of a dependent. */
export function ceilOf(party: Party, options: VersionOptions): Bound {
  if (party.sighting === "unreadable") return { kind: "unknown", detail: "it could not be read" };
  if (party.reading === undefined) {
    return party.change === "sent"
      ? boundOf(textsOf(party, options), highestOf)
      : { kind: "lowest" };
  }
  const versions = readVersions(party.reading, options);
  const isComplete = versions.seesPods || versions.nothingRuns;
  if (versions.declared !== undefined && !isComplete) {
    if (party.change === "sent" || !isSettled(party.reading, versions)) return { kind: "highest" };
  }
  return silenceOf(versions) ?? boundOf(textsOf(party, options), highestOf);
}

/** The versions of an object that are known for sure; there may be others. Empty when nothing is there. */
export function knownVersions(party: Party, options: VersionOptions): readonly Version[] {
  return textsOf(party, options).flatMap((text) => parseVersion(text) ?? []);
}

/**
 * The highest version that an object runs or is about to run for sure. A status may be of before, when more ran: of kinds whose
 * pods cannot be seen only the spec is sure.
 */
export function surelyHighest(party: Party, options: VersionOptions): Version | undefined {
  const versions = party.reading && readVersions(party.reading, options);
  const isOfStatus = versions?.declared !== undefined && !versions.seesPods;
  const texts = isOfStatus
    ? [versions.declared, sentVersion(party, options.paths)]
    : textsOf(party, options);
  return highestOf(texts.flatMap((text) => parseVersion(text) ?? []));
}

/** Running and live spec; and what was sent after the reading was made. */
function textsOf(party: Party, options: VersionOptions): readonly string[] {
  const seen = party.reading === undefined ? [] : readVersions(party.reading, options).all;
  const sentText = sentVersion(party, options.paths);
  return sentText === undefined ? seen : [...seen, sentText];
}

/** Where only a lowest version is reported, the highest is known only once nothing moves any more. */
function isSettled(reading: RolloutReading, { declared = "", running }: VersionReading): boolean {
  return (
    running.length > 0 &&
    running.every((text) => isSameVersion(text, declared)) &&
    assessHealth(reading).kind === "ok"
  );
}

function silenceOf(versions: VersionReading): Bound | undefined {
  if (versions.declared === undefined) return { kind: "unknown", detail: "it declares no version" };
  const [silent] = versions.unknown;
  if (silent === undefined) return undefined;
  return { kind: "unknown", detail: `${silent} reports no version` };
}

function boundOf(
  texts: readonly string[],
  choose: (versions: readonly Version[]) => Version | undefined,
): Bound {
  const strange = texts.find((text) => parseVersion(text) === undefined);
  if (strange !== undefined) return { kind: "unknown", detail: `${strange} is no version` };
  const version = choose(texts.flatMap((text) => parseVersion(text) ?? []));
  return version === undefined
    ? { kind: "unknown", detail: "it declares no version" }
    : { kind: "version", version };
}
