import { assessPresence } from "./assess-presence.ts";
import type { EdgeEnd } from "./edge-end.ts";
import { EXTERNAL_FAULTS } from "./external-answer.ts";
import {
  type GateFinding,
  gateOfVerdict,
  OPEN,
  shutGate,
  unknownVersionGate,
} from "./gate-finding.ts";
import { parseVersion, type Version } from "./version.ts";

/** What is asked of a target outside the cluster. */
export interface ExternalQuestion {
  /** The version or the gate that is wanted; `undefined` when it only has to answer. */
  readonly want: string | undefined;
  /** The reason for shutting when the version does not do. */
  readonly reason: "VersionBehind" | "VersionOutOfRange";
  readonly isUnfit: (version: Version) => boolean;
}

/**
 * The gate towards a target outside the cluster, which has nothing but the version that it answered. Without an answer it
 * is shut; the Secret that describes it matters only then.
 */
export function checkExternal(end: EdgeEnd, question: ExternalQuestion): GateFinding {
  const { edge, party, external = { kind: "unpolled" } } = end;
  const want = question.want ?? "reachable";
  if (party.change !== "none") {
    // What was answered was asked with the Secret as it was before.
    const have = "its Secret is being changed";
    return shutGate(edge, party, { reason: "TargetNotApplied", want, have });
  }
  if (external.kind !== "version") {
    const presence = assessPresence(party);
    if (presence.kind !== "ok") return gateOfVerdict(edge, party, { verdict: presence, want });
    const have =
      external.kind === "unreachable" ? EXTERNAL_FAULTS[external.fault] : "not asked yet";
    return shutGate(edge, party, { reason: "ExternalUnreachable", want, have });
  }
  if (question.want === undefined) return OPEN;
  const answered = parseVersion(external.version);
  if (answered === undefined) {
    return unknownVersionGate(edge, party, { want, detail: `${external.version} is no version` });
  }
  return question.isUnfit(answered)
    ? shutGate(edge, party, { reason: question.reason, want, have: answered.text })
    : OPEN;
}
