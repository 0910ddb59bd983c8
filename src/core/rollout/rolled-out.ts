import { assessHealth } from "./assess-health.ts";
import { assessPresence } from "./assess-presence.ts";
import type { Verdict } from "./blocker.ts";
import type { Party } from "./party.ts";
import type { RolloutReading } from "./rollout-reading.ts";
import { readVersions, type VersionOptions, type VersionReading } from "./running-versions.ts";
import { failed, firstShut, OK, waiting } from "./verdict.ts";
import { compareVersions, isSameVersion, parseVersion, type Version } from "./version.ts";

/**
 * Whether a target is there, carries Git's intent and is ready, by a read made at or after our last write to it. Says
 * nothing about versions.
 */
export function assessReady(party: Party): Verdict {
  const presence = assessPresence(party);
  if (presence.kind !== "ok") return presence;
  if (party.isDone === true) return OK;
  if (party.change === "pending") {
    return waiting("TargetNotApplied", "its own change is not applied yet");
  }
  if (party.change === "sent" || party.reading === undefined) {
    return waiting("RollingOut", "applied just now; not looked at since");
  }
  if (party.isDrifted) {
    return waiting("TargetNotApplied", "its live spec differs from what was applied");
  }
  return withRecreation(party, assessHealth(party.reading));
}

/**
 * The rule "rolled out": ready, and every running version is the declared one. A target that declares no
 * version need only be ready. A recreated object is judged by what it reports itself, like any other.
 *
 * The message of a version reason is the running version that differs.
 */
export function assessRolledOut(party: Party, options: VersionOptions): Verdict {
  const ready = assessReady(party);
  if (ready.kind !== "ok" || party.reading === undefined) return ready;
  return withRecreation(party, assessVersions(party.reading, options));
}

function assessVersions(reading: RolloutReading, options: VersionOptions): Verdict {
  const versions = readVersions(reading, options);
  const { declared } = versions;
  if (declared === undefined) return OK;
  const others = versions.running.filter((text) => !isSameVersion(text, declared));
  if (others.length > 0 && versions.statusBehindPods && !versions.seesPods) {
    return waiting("StatusBehindPods", `status says ${others.join(", ")}, its pods are above`);
  }
  const wanted = parseVersion(declared);
  if (wanted === undefined && others.length > 0) {
    return waiting("RollingOut", `it runs ${others.join(", ")}`);
  }
  return firstShut([
    wanted === undefined ? OK : assessDistance(others, wanted),
    assessSilence(versions),
  ]);
}

/** What is known to differ is said before what is not known: only the latter can be allowed. */
function assessDistance(others: readonly string[], wanted: Version): Verdict {
  const byVersion = others
    .flatMap((text) => parseVersion(text) ?? [])
    .toSorted((a, b) => compareVersions(a, b, "full"));
  const [lowest, highest] = [byVersion[0], byVersion.at(-1)];
  if (lowest !== undefined && compareVersions(lowest, wanted, "full") < 0) {
    return waiting("VersionBehind", lowest.text);
  }
  if (highest !== undefined && compareVersions(highest, wanted, "full") > 0) {
    return waiting("VersionAhead", highest.text);
  }
  if (highest !== undefined) return waiting("RollingOut", `it runs ${highest.text}`);
  return others[0] === undefined ? OK : waiting("VersionUnknown", `${others[0]} is no version`);
}

function assessSilence({ unknown }: VersionReading): Verdict {
  return unknown[0] === undefined
    ? OK
    : waiting("VersionUnknown", `${unknown[0]} reports no version`);
}

function withRecreation(party: Party, verdict: Verdict): Verdict {
  if (!party.isRecreated || verdict.kind === "ok") return verdict;
  const message = `${verdict.message} (recreated since it was applied)`;
  return verdict.kind === "failed"
    ? failed(message, verdict.cause)
    : waiting(verdict.reason, message);
}
