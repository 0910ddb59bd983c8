import type { Edge } from "../graph/edge.ts";
import { type JsonObject, numberAt } from "../object/json.ts";
import { idOf } from "../object/live-object.ts";
import {
  declaredVersion,
  findVersionPlace,
  isScaledToNothing,
  reportedVersion,
  type VersionPaths,
  type VersionPlace,
  versionAtPlace,
} from "./declared-version.ts";
import { podShapeOf, workloadFamilyOf } from "./kind-family.ts";
import { isObserved } from "./observed-generation.ts";
import { ownPods } from "./own-pods.ts";
import type { RolloutReading } from "./rollout-reading.ts";
import { compareVersions, lowestOf, parseVersion } from "./version.ts";

export interface VersionOptions {
  readonly paths: VersionPaths;
  /** `pods`: believe the visible pods of a kind whose `status.version` lags behind them. */
  readonly trust: Edge["trust"];
}

/** What one reading says about versions. All are texts as found, which need not be versions. */
export interface VersionReading {
  /** Of the live spec. */
  readonly declared: string | undefined;
  /**
   * Sorted, each once. Of the live pods, or `status.version` where those cannot be seen. None of a CronJob: what its Jobs run is
   * never replaced, and ends by itself.
   */
  readonly running: readonly string[];
  /** `versions(X)` of the skew rule: of all live pods and of the live spec. Sorted, each once. */
  readonly all: readonly string[];
  /** Who should say a version and does not: names of pods, or `status`. */
  readonly unknown: readonly string[];
  /** The running pods can be seen, so that `all` is complete; else `running` is only the lowest one. */
  readonly seesPods: boolean;
  /** `running` is of a status that has not seen the present generation: whatever runs may have changed since. */
  readonly isOutdated: boolean;
  /** `status.version` is lower than that of every visible pod. */
  readonly statusBehindPods: boolean;
  /** Replicas 0 (or count 0) and no pod is left: then the spec's version counts as running. */
  readonly nothingRuns: boolean;
}

/** Reads the declared version and those that really run, both from the same place. */
export function readVersions(reading: RolloutReading, options: VersionOptions): VersionReading {
  const known = lastRead.get(reading);
  if (known?.paths === options.paths && known.trust === options.trust) return known.versions;
  const versions = readAll(reading, options);
  lastRead.set(reading, { paths: options.paths, trust: options.trust, versions });
  return versions;
}

/** Of readings that somebody still holds, as the last question asked: each edge to an object asks, mostly the same. */
const lastRead = new WeakMap<
  RolloutReading,
  VersionOptions & { readonly versions: VersionReading }
>();

function readAll(reading: RolloutReading, options: VersionOptions): VersionReading {
  return workloadFamilyOf(reading.object) === undefined
    ? readFromStatus(reading, options)
    : readFromPods(reading, options);
}

function readFromPods(reading: RolloutReading, options: VersionOptions): VersionReading {
  const { object } = reading;
  const pods = ownPods(reading);
  const shape = podShapeOf(object);
  const place = shape === undefined ? undefined : findVersionPlace(shape);
  const declared = declaredVersion(object, options.paths);
  const texts = place === undefined ? [] : textsOf(pods, place);
  const rolls = workloadFamilyOf(object) === "CronJob" ? [] : pods;
  return {
    declared,
    running: rolls.length === 0 ? [] : sortedOnce(texts),
    all: sortedOnce([...texts, ...textIfAny(declared)]),
    unknown: rolls.filter((pod) => isSilent(pod, place)).map((pod) => idOf(pod).name),
    seesPods: true,
    isOutdated: false,
    statusBehindPods: false,
    nothingRuns: pods.length === 0 && isScaledToNothing(object),
  };
}

function readFromStatus(reading: RolloutReading, options: VersionOptions): VersionReading {
  const { object } = reading;
  const declared = declaredVersion(object, options.paths);
  const reported = reportedVersion(object, options.paths);
  const podTexts = ownPods(reading).flatMap((pod) => {
    const place = findVersionPlace(pod);
    return place === undefined ? [] : textsOf([pod], place);
  });
  const statusBehindPods = isBehind(reported, podTexts);
  const seesPods = options.trust === "pods" && podTexts.length > 0;
  const nothingRuns = podTexts.length === 0 && isSettledAtNothing(reading);
  const seen = seesPods ? podTexts : textIfAny(reported);
  const running = nothingRuns ? [] : seen;
  const isSilentStatus = declared !== undefined && !nothingRuns && running.length === 0;
  return {
    declared,
    running: sortedOnce(running),
    all: sortedOnce([...running, ...textIfAny(declared)]),
    unknown: isSilentStatus ? ["status"] : [],
    seesPods,
    isOutdated: !seesPods && running.length > 0 && !isObserved(reading),
    statusBehindPods,
    nothingRuns,
  };
}

/** The spec asks for nothing, the controller has seen that, and its status counts nothing that still runs. */
function isSettledAtNothing(reading: RolloutReading): boolean {
  const { object } = reading;
  const counts = ["availableNodes", "count", "replicas"].map((key) =>
    numberAt(object, "status", key),
  );
  return (
    isScaledToNothing(object) && isObserved(reading) && counts.every((count) => (count ?? 0) === 0)
  );
}

function isBehind(reported: string | undefined, podTexts: readonly string[]): boolean {
  const pods = podTexts.flatMap((text) => parseVersion(text) ?? []);
  const lowestPod = pods.length === podTexts.length ? lowestOf(pods) : undefined;
  const status = parseVersion(reported);
  if (lowestPod === undefined || status === undefined) return false;
  return compareVersions(status, lowestPod, "full") < 0;
}

/** A pod without a version at the place where its template says it must not be read from another place. */
function isSilent(pod: JsonObject, place: VersionPlace | undefined): boolean {
  return place !== undefined && versionAtPlace(pod, place) === undefined;
}

function textsOf(pods: readonly JsonObject[], place: VersionPlace): readonly string[] {
  return pods.flatMap((pod) => textIfAny(versionAtPlace(pod, place)));
}

function textIfAny(text: string | undefined): readonly string[] {
  return text === undefined ? [] : [text];
}

function sortedOnce(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].toSorted();
}
