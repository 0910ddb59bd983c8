import { assessPresence } from "./assess-presence.ts";
import { declaredVersion, type VersionPaths } from "./declared-version.ts";
import type { EdgeEnd } from "./edge-end.ts";
import {
  type GateFinding,
  gateOfVerdict,
  OPEN,
  shutGate,
  unknownVersionGate,
} from "./gate-finding.ts";
import type { VersionOptions } from "./running-versions.ts";
import type { SkewWrite } from "./skew-write.ts";
import { compareVersions, highestOf, lowestOf, parseVersion, type Version } from "./version.ts";
import { type Bound, ceilOf, knownVersions } from "./version-bounds.ts";
import { wantedVersion } from "./wanted-version.ts";

type LoweringWrite = Pick<SkewWrite, "kind" | "self" | "body" | "isMadeAnew">;

/**
 * Rule (L): a write that lowers the target's lowest version needs every live dependent at or below what is written.
 *
 * @param write The write of the target.
 * @param end An edge that ends at it, with the dependent.
 */
export function checkDependent(
  write: LoweringWrite,
  end: EdgeEnd,
  paths: VersionPaths,
): GateFinding {
  const { edge, party } = end;
  const text = declaredVersion(write.body, paths);
  const written = parseVersion(text);
  const ceil = ceilOf(party, options(paths));
  if (ceil.kind === "lowest" || !mayLower(write, { edge, paths, written })) return OPEN;
  if (party.sighting === "unreadable") {
    return gateOfVerdict(edge, party, {
      verdict: assessPresence(party),
      want: text ?? "a version",
    });
  }
  const known = highestOf(knownVersions(party, options(paths)));
  return written === undefined
    ? unknownTargetGate(end, { text, known })
    : checkLowering({ write, end, written }, { ceil, known, paths });
}

function checkLowering(
  lowering: { readonly write: LoweringWrite; readonly end: EdgeEnd; readonly written: Version },
  seen: {
    readonly ceil: Bound;
    readonly known: Version | undefined;
    readonly paths: VersionPaths;
  },
): GateFinding {
  const { write, end, written } = lowering;
  const { edge, party } = end;
  const want = written.text;
  if (isNeverSatisfiable(write, end, { written, paths: seen.paths })) {
    const have = wantedVersion(party, seen.paths) ?? "";
    return shutGate(edge, party, { reason: "VersionUnsatisfiable", want, have });
  }
  if (seen.known !== undefined && compareVersions(seen.known, written, edge.compare) > 0) {
    return shutGate(edge, party, { reason: "VersionAhead", want, have: seen.known.text });
  }
  return checkCeil(end, { ceil: seen.ceil, want, declares: declaresVersion(end, seen.paths) });
}

/** Whether a write may give the object a lower version than it runs somewhere, or takes its version away. */
export function mayBeLower(
  { self, body, isMadeAnew }: LoweringWrite,
  paths: VersionPaths,
): boolean {
  const highest = highestOf(knownVersions(self, options(paths)));
  const written = parseVersion(declaredVersion(body, paths));
  if (written === undefined) return highest !== undefined;
  if (highest === undefined || isMadeAnew === true) return self.reading !== undefined;
  return compareVersions(written, highest, "full") < 0;
}

/** Whether a write may lower the lowest version of its object, however a dependent compares and trusts. */
export function lowersFloor(write: LoweringWrite, paths: VersionPaths): boolean {
  const written = parseVersion(declaredVersion(write.body, paths));
  return (["status", "pods"] as const).some((trust) =>
    mayLower(write, { edge: { compare: "full", trust }, paths, written }),
  );
}

/** What an edge says of trust is about its target; a dependent is judged without. */
function options(paths: VersionPaths): VersionOptions {
  return { paths, trust: "status" };
}

/** Where the lowest version is not known for sure, a write below anything that is known may lower it. */
function mayLower(
  write: LoweringWrite,
  to: {
    readonly edge: Pick<EdgeEnd["edge"], "compare" | "trust">;
    readonly paths: VersionPaths;
    readonly written: Version | undefined;
  },
): boolean {
  if (write.self.reading === undefined && write.self.change !== "sent") return false;
  const known = lowestOf(knownVersions(write.self, { paths: to.paths, trust: to.edge.trust }));
  if (to.written === undefined) return known !== undefined;
  if (known === undefined || write.isMadeAnew === true) return true;
  return compareVersions(to.written, known, to.edge.compare) < 0;
}

/** The target is about to lose its version: nobody can say then whether the dependent is above it. */
function unknownTargetGate(
  { edge, party }: EdgeEnd,
  seen: { readonly text: string | undefined; readonly known: Version | undefined },
): GateFinding {
  if (seen.known === undefined) return OPEN;
  const detail = `it runs ${seen.known.text}, and ${newVersion(seen.text)} is no version to compare that with`;
  return unknownVersionGate(edge, party, { want: "a version", detail });
}

function newVersion(text: string | undefined): string {
  return text === undefined
    ? "what Git gives this object"
    : `${text}, which Git gives this object,`;
}

function isNeverSatisfiable(
  write: LoweringWrite,
  { edge, party }: EdgeEnd,
  to: { readonly written: Version; readonly paths: VersionPaths },
): boolean {
  if (write.kind !== "change" || party.intent === undefined) return false;
  const wanted = parseVersion(declaredVersion(party.intent, to.paths));
  return wanted !== undefined && compareVersions(wanted, to.written, edge.compare) > 0;
}

/** A dependent without a declared version is as on a `rolled-out` edge: it sets its target no limit. */
function declaresVersion({ party }: EdgeEnd, paths: VersionPaths): boolean {
  const live = party.reading?.object ?? party.intent;
  return live !== undefined && parseVersion(declaredVersion(live, paths)) !== undefined;
}

function checkCeil(
  { edge, party }: EdgeEnd,
  seen: { readonly ceil: Bound; readonly want: string; readonly declares: boolean },
): GateFinding {
  const { want } = seen;
  switch (seen.ceil.kind) {
    case "lowest":
    case "version":
      return OPEN;
    case "highest":
      return shutGate(edge, party, {
        reason: "RollingOut",
        want,
        have: "not rolled out, so its highest version is not known",
      });
    case "unknown":
      return seen.declares
        ? shutGate(edge, party, { reason: "VersionUnknown", want, have: seen.ceil.detail })
        : OPEN;
  }
}
