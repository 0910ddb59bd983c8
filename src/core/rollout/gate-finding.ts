import type { Edge } from "../graph/edge.ts";
import { gateText } from "../graph/gate-text.ts";
import type { ObjectId } from "../object/object-id.ts";
import type { Blocker, ReasonCode, Verdict } from "./blocker.ts";
import type { Party } from "./party.ts";

/** What looking at gates found: those that are shut, and those that were let open against the rule. */
export interface GateFinding {
  /** At most one for each edge. */
  readonly blockers: readonly Blocker[];
  readonly overrides: readonly GateOverride[];
}

/** A gate that is open only because `unknownVersion: allow` says so; to be recorded in the report. */
export interface GateOverride {
  readonly to: ObjectId;
  readonly gate: string;
  readonly origin: string;
  /** What is not known, in words. */
  readonly detail: string;
}

export const OPEN: GateFinding = { blockers: [], overrides: [] };

export interface ShutGate {
  readonly reason: ReasonCode;
  readonly want: string;
  readonly have: string;
}

/** A shut gate towards `party`, which is the other end of the edge. Shows the stall that it waits behind. */
export function shutGate(edge: Edge, party: Party, gate: ShutGate): GateFinding {
  const { stall } = party;
  const essence = { to: party.id, gate: gateText(edge.gate), origin: edge.origin, want: gate.want };
  const blocker: Blocker =
    stall !== undefined && WAITS.has(gate.reason)
      ? { ...essence, reason: "Stalled", have: `${gate.have}; ${stall}` }
      : { ...essence, reason: gate.reason, have: gate.have };
  return { blockers: [blocker], overrides: [] };
}

/** The gate that a verdict shuts; open when it is `ok`. */
export function gateOfVerdict(
  edge: Edge,
  party: Party,
  seen: { readonly verdict: Verdict; readonly want: string },
): GateFinding {
  const { verdict, want } = seen;
  switch (verdict.kind) {
    case "ok":
      return OPEN;
    case "waiting":
      return shutGate(edge, party, { reason: verdict.reason, want, have: verdict.message });
    case "failed":
      return shutGate(edge, party, { reason: "Stalled", want, have: verdict.message });
  }
}

/** An unknown version shuts the gate, unless the edge allows it: then it is only recorded. */
export function unknownVersionGate(
  edge: Edge,
  party: Party,
  unknown: { readonly want: string; readonly detail: string },
): GateFinding {
  if (edge.unknownVersion === "hold") {
    return shutGate(edge, party, {
      reason: "VersionUnknown",
      want: unknown.want,
      have: unknown.detail,
    });
  }
  const override = { to: party.id, gate: gateText(edge.gate), origin: edge.origin };
  return { blockers: [], overrides: [{ ...override, detail: unknown.detail }] };
}

/** The gate towards a target whose own write, or whole component, was refused. */
export function refusedGate(edge: Edge, target: Party, refusal: string): GateFinding {
  return shutGate(edge, target, { reason: "Refused", want: "applied", have: refusal });
}

/** Reasons that a stall explains: something is expected to move and does not. */
const WAITS: ReadonlySet<ReasonCode> = new Set([
  "TargetNotApplied",
  "NotObserved",
  "RollingOut",
  "NotReady",
  "VersionUnknown",
  "VersionBehind",
  "VersionAhead",
  "VersionOutOfRange",
  "StatusBehindPods",
]);
