import type { Edge, Gate } from "../graph/edge.ts";
import { assessPresence } from "./assess-presence.ts";
import type { Verdict } from "./blocker.ts";
import { checkExternal } from "./check-external.ts";
import type { VersionPaths } from "./declared-version.ts";
import type { EdgeEnd } from "./edge-end.ts";
import {
  type GateFinding,
  gateOfVerdict,
  OPEN,
  refusedGate,
  shutGate,
  unknownVersionGate,
} from "./gate-finding.ts";
import { notObservedText } from "./observed-generation.ts";
import type { Party } from "./party.ts";
import { assessReady, assessRolledOut } from "./rolled-out.ts";
import { readVersions } from "./running-versions.ts";
import { waiting } from "./verdict.ts";
import { isInRange, isOpenUpwards, parseVersion } from "./version.ts";
import { ceilOf } from "./version-bounds.ts";
import { sentVersion, wantedVersion } from "./wanted-version.ts";

/**
 * Looks at the gate of one edge before a pending change of its dependent. `lockstep` edges are `checkSkew`'s, informational
 * ones are never waited for: both are open here.
 *
 * @param end The edge and its target. The caller sees to it that the reading is fresh before it acts on an open gate.
 */
export function evaluateGate(end: EdgeEnd, paths: VersionPaths): GateFinding {
  const { edge, party: target } = end;
  const { gate } = edge;
  if (edge.informational || gate.kind === "lockstep") return OPEN;
  if (target.refusal !== undefined) return refusedGate(edge, target, target.refusal);
  if (isNotAwaited(end)) return OPEN;
  if (edge.external !== "") return externalGate(end, gate);
  switch (gate.kind) {
    case "exists":
      return gateOfVerdict(edge, target, { verdict: assessExists(target), want: "exists" });
    case "ready":
      return gateOfVerdict(edge, target, { verdict: assessReady(target), want: "ready" });
    case "rolled-out":
      return rolledOutGate(edge, target, paths);
    case "range":
      return rangeGate({ edge, target, range: gate.range }, paths);
  }
}

/**
 * Nothing will come of the target that its dependent could wait for: it is done; or its own write waits under rule (L) for a
 * dependent to go down first, be it for this one. The same exception as (R) has. A range is about what the target runs.
 */
function isNotAwaited({ edge, party }: EdgeEnd): boolean {
  if (party.isDone === true || edge.gate.kind === "range") return party.isDone === true;
  return party.isHeldBelow === true && assessPresence(party).kind === "ok";
}

function externalGate(end: EdgeEnd, gate: Gate): GateFinding {
  const range = gate.kind === "range" ? gate.range : undefined;
  return checkExternal(end, {
    want: range,
    reason: "VersionOutOfRange",
    isUnfit: (version) => range !== undefined && !isInRange(version, range),
  });
}

/** The gate `rolled-out`; for a target without a declared version the same as `ready`. */
export function rolledOutGate(edge: Edge, target: Party, paths: VersionPaths): GateFinding {
  const want = wantedVersion(target, paths) ?? "ready";
  const verdict = assessRolledOut(target, { paths, trust: edge.trust });
  if (verdict.kind === "waiting" && verdict.reason === "VersionUnknown") {
    return unknownVersionGate(edge, target, { want, detail: verdict.message });
  }
  return gateOfVerdict(edge, target, { verdict, want });
}

function assessExists(target: Party): Verdict {
  const presence = assessPresence(target);
  if (presence.kind !== "ok" || target.change !== "pending") return presence;
  return waiting("TargetNotApplied", "its own change is not applied yet");
}

/** Every running version, that of the live spec, and that of an intent sent in this pass must lie in the range. */
function rangeGate(
  { edge, target, range }: { readonly edge: Edge; readonly target: Party; readonly range: string },
  paths: VersionPaths,
): GateFinding {
  const want = range;
  const presence = assessPresence(target);
  if (presence.kind !== "ok") return gateOfVerdict(edge, target, { verdict: presence, want });
  if (target.reading === undefined) {
    const verdict = waiting("RollingOut", "applied just now; not looked at since");
    return gateOfVerdict(edge, target, { verdict, want });
  }
  const versions = readVersions(target.reading, { paths, trust: edge.trust });
  const sentText = sentVersion(target, paths);
  const texts = sentText === undefined ? versions.all : [...versions.all, sentText];
  const outside = texts.filter((text) => isOutside(text, range));
  if (outside.length > 0) {
    return shutGate(edge, target, { reason: "VersionOutOfRange", want, have: outside.join(", ") });
  }
  if (versions.isOutdated) {
    const have = notObservedText(target.reading.object);
    return shutGate(edge, target, { reason: "NotObserved", want, have });
  }
  // A status says the lowest version only: what runs above it is known once nothing moves any more.
  if (!isOpenUpwards(range) && ceilOf(target, { paths, trust: edge.trust }).kind === "highest") {
    const have = "not rolled out, so its highest version is not known";
    return shutGate(edge, target, { reason: "RollingOut", want, have });
  }
  const detail = silenceOf(versions.unknown, texts);
  return detail === undefined ? OPEN : unknownVersionGate(edge, target, { want, detail });
}

function isOutside(text: string, range: string): boolean {
  const version = parseVersion(text);
  return version !== undefined && !isInRange(version, range);
}

function silenceOf(unknown: readonly string[], texts: readonly string[]): string | undefined {
  const strange = texts.find((text) => parseVersion(text) === undefined);
  if (strange !== undefined) return `${strange} is no version`;
  if (texts.length === 0) return "it declares no version";
  return unknown[0] === undefined ? undefined : `${unknown[0]} reports no version`;
}
