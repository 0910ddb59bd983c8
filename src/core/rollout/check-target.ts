import { assessPresence } from "./assess-presence.ts";
import { checkDependent } from "./check-dependent.ts";
import { checkExternal } from "./check-external.ts";
import { declaredVersion, type VersionPaths } from "./declared-version.ts";
import type { EdgeEnd } from "./edge-end.ts";
import { rolledOutGate } from "./evaluate-gate.ts";
import {
  type GateFinding,
  gateOfVerdict,
  OPEN,
  refusedGate,
  shutGate,
  unknownVersionGate,
} from "./gate-finding.ts";
import { notObservedText } from "./observed-generation.ts";
import { readVersions } from "./running-versions.ts";
import type { SkewWrite } from "./skew-write.ts";
import { compareVersions, lowestOf, parseVersion, type Version } from "./version.ts";
import { type Bound, floorOf, knownVersions } from "./version-bounds.ts";
import { type Direction, findDirection } from "./version-direction.ts";
import { wantedVersion } from "./wanted-version.ts";

interface Upward {
  readonly write: SkewWrite;
  readonly end: EdgeEnd;
  readonly paths: VersionPaths;
  readonly written: Version;
  readonly direction: Direction;
}

/**
 * Rules (U) and (R) for one target: a write that raises the dependent's version needs the target to run at least that
 * everywhere, and a pending change waits for the target's own change.
 *
 * @param write The write of the dependent.
 * @param end An edge that starts at it, with the target.
 */
export function checkTarget(write: SkewWrite, end: EdgeEnd, paths: VersionPaths): GateFinding {
  const { edge, party } = end;
  const isChange = write.kind === "change";
  const written = parseVersion(declaredVersion(write.body, paths));
  const direction = findDirection(write, { written, paths, compare: edge.compare });
  const refusal = isChange ? findRefusal(end, direction, paths) : undefined;
  if (refusal !== undefined) return refusedGate(edge, party, refusal);
  if (party.isDone === true) return OPEN;
  if (direction !== "raises" && !isChange) return OPEN;
  if (edge.external !== "") return checkOutside(end, { written, direction });
  if (written === undefined) return rolledOutGate(edge, party, paths);
  const upward = { write, end, paths, written, direction };
  return isChange ? checkChange(upward) : checkRise(upward);
}

/**
 * The refusal that a change of the dependent waits behind. It may go back while the server refuses its target's own
 * change, as while that hangs; not where the refused change would lower the target, because then it would go down in vain.
 */
function findRefusal(
  { edge, party }: EdgeEnd,
  direction: Direction,
  paths: VersionPaths,
): string | undefined {
  const { refusal } = party;
  if (direction !== "lowers" || party.isRefusedInGit === true) return refusal;
  const wanted = parseVersion(wantedVersion(party, paths));
  const lowest = lowestOf(knownVersions(party, { paths, trust: edge.trust }));
  if (wanted === undefined || lowest === undefined) return refusal;
  return compareVersions(wanted, lowest, edge.compare) < 0 ? refusal : undefined;
}

/** (U) for a target outside the cluster. It has no change of ours that (R) could wait for. */
function checkOutside(
  end: EdgeEnd,
  seen: { readonly written: Version | undefined; readonly direction: Direction },
): GateFinding {
  const { written, direction } = seen;
  if (direction === "lowers") return OPEN;
  return checkExternal(end, {
    want: written?.text,
    reason: "VersionBehind",
    isUnfit: (version) =>
      written !== undefined &&
      direction === "raises" &&
      compareVersions(written, version, end.edge.compare) > 0,
  });
}

function checkChange(upward: Upward): GateFinding {
  const { write, end, paths, written, direction } = upward;
  const { edge, party } = end;
  const wanted = parseVersion(wantedVersion(party, paths));
  const isOurs = party.intent !== undefined;
  if (isOurs && wanted !== undefined && compareVersions(written, wanted, edge.compare) > 0) {
    return shutGate(edge, party, {
      reason: "VersionUnsatisfiable",
      want: written.text,
      have: wanted.text,
    });
  }
  if (direction === "lowers") return OPEN;
  const rise = checkRise(upward);
  if (rise.blockers.length > 0 || isHeldByDependents(write, end, paths)) return rise;
  return mergeOverrides(rise, checkRollout(upward));
}

/** (U) A write that raises the dependent's highest version. */
function checkRise({ end, paths, written, direction }: Upward): GateFinding {
  const { edge, party } = end;
  const want = written.text;
  if (direction !== "raises") return OPEN;
  const presence = assessPresence(party);
  if (presence.kind !== "ok") return gateOfVerdict(edge, party, { verdict: presence, want });
  const floor = floorOf(party, { paths, trust: edge.trust });
  switch (floor.kind) {
    case "version":
      return compareVersions(written, floor.version, edge.compare) <= 0
        ? observedGate(end, { want, paths })
        : behindGate(end, { written, floor: floor.version, paths });
    case "lowest":
    case "highest":
      return shutGate(edge, party, { reason: "RollingOut", want, have: "applied just now" });
    case "unknown":
      return unknownFloorGate(end, { written, floor, paths });
  }
}

/** A status of an older generation says what ran then: meanwhile somebody may have taken the target back and forth. */
function observedGate(
  { edge, party }: EdgeEnd,
  { want, paths }: { readonly want: string; readonly paths: VersionPaths },
): GateFinding {
  const { reading } = party;
  if (reading === undefined || !readVersions(reading, { paths, trust: edge.trust }).isOutdated) {
    return OPEN;
  }
  return shutGate(edge, party, {
    reason: "NotObserved",
    want,
    have: notObservedText(reading.object),
  });
}

/** What is known to be too low is said even where other parts of the target are silent: only silence can be allowed. */
function unknownFloorGate(
  { edge, party }: EdgeEnd,
  seen: {
    readonly written: Version;
    readonly floor: Extract<Bound, { readonly kind: "unknown" }>;
    readonly paths: VersionPaths;
  },
): GateFinding {
  const want = seen.written.text;
  const known = knownVersions(party, { paths: seen.paths, trust: edge.trust });
  const low = known.find((each) => compareVersions(each, seen.written, edge.compare) < 0);
  return low === undefined
    ? unknownVersionGate(edge, party, { want, detail: seen.floor.detail })
    : shutGate(edge, party, { reason: "VersionBehind", want, have: low.text });
}

function behindGate(
  { edge, party }: EdgeEnd,
  seen: { readonly written: Version; readonly floor: Version; readonly paths: VersionPaths },
): GateFinding {
  const want = seen.written.text;
  const versions =
    party.reading && readVersions(party.reading, { paths: seen.paths, trust: edge.trust });
  const isStatusOnly =
    versions?.statusBehindPods === true &&
    !versions.seesPods &&
    versions.running.includes(seen.floor.text);
  return isStatusOnly
    ? shutGate(edge, party, {
        reason: "StatusBehindPods",
        want,
        have: `status says ${seen.floor.text}, its pods are above`,
      })
    : shutGate(edge, party, { reason: "VersionBehind", want, have: seen.floor.text });
}

/** (R) The target's own change must be rolled out. */
function checkRollout({ end, paths }: Upward): GateFinding {
  const { edge, party } = end;
  const rollout = rolledOutGate(edge, party, paths);
  if (rollout.blockers.length > 0) return rollout;
  const text = wantedVersion(party, paths);
  if (parseVersion(text) !== undefined) return rollout;
  const detail = text === undefined ? "it declares no version" : `${text} is no version`;
  return unknownVersionGate(edge, party, { want: "a version", detail });
}

/**
 * The exception to (R): the target's own write waits under (L), be it for this very dependent or for another one. A
 * foreign change that has to be reverted waits in the same way as a pending one.
 */
function isHeldByDependents(
  write: SkewWrite,
  { edge, party }: EdgeEnd,
  paths: VersionPaths,
): boolean {
  if (party.isHeldBelow === true) return true;
  const isToBeWritten = party.change === "pending" || (party.change === "none" && party.isDrifted);
  if (!isToBeWritten || party.intent === undefined || party.reading === undefined) return false;
  const targetWrite = { kind: "revert", self: party, body: party.intent } as const;
  return checkDependent(targetWrite, { edge, party: write.self }, paths).blockers.length > 0;
}

function mergeOverrides(rise: GateFinding, rollout: GateFinding): GateFinding {
  if (rollout.blockers.length > 0) return rollout;
  return rise.overrides.length > 0 ? rise : rollout;
}
