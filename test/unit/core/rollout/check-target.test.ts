import { describe, expect, test } from "vitest";
import type { Party } from "../../../../src/core/rollout/party.ts";
import {
  absentParty,
  elastic,
  liveObject,
  partyOf,
  readingOf,
  workload,
} from "../../../support/rollout-builders.ts";
import { BUMPED, dependentWrite, ES, KB, NEW_KB, party, RED } from "../../../support/skew-cases.ts";

describe("(U) a raise needs the target there first", () => {
  test.each<[string, Party, Party, string]>([
    [
      "O3: target not applied yet",
      party(KB, BUMPED),
      party(ES, BUMPED),
      "VersionBehind, wants 9.1.0, has 8.19.2",
    ],
    [
      "O3: target applied, old version reported",
      party(KB, BUMPED),
      party(ES, { spec: "9.1.0", status: "8.19.2" }),
      "VersionBehind, wants 9.1.0, has 8.19.2",
    ],
    ["O3: target rolled out", party(KB, BUMPED), party(ES, { spec: "9.1.0" }), "open"],
    [
      "O3: target applied by this pass",
      party(KB, BUMPED),
      party(ES, BUMPED, { change: "sent" }),
      "VersionBehind, wants 9.1.0, has 8.19.2",
    ],
    [
      "B1: spec lowered, pods still new",
      party(KB, BUMPED),
      party(ES, { spec: "8.19.2", git: "9.1.0", status: "9.1.0" }),
      "VersionBehind, wants 9.1.0, has 8.19.2",
    ],
    ["O18: new dependent, target reports", NEW_KB, party(ES, { spec: "9.1.0" }), "open"],
    [
      "O18: new dependent, target without status",
      NEW_KB,
      party(ES, { spec: "9.1.0", status: "none" }),
      "VersionUnknown, wants 9.1.0, has status reports no version",
    ],
    [
      "O18: new dependent, target created by this pass",
      NEW_KB,
      absentParty(ES, { intent: elastic(ES, "9.1.0").object, change: "sent" }),
      "RollingOut, wants 9.1.0, has applied just now",
    ],
    [
      "O10: no such target",
      NEW_KB,
      absentParty(ES),
      "TargetNotFound, wants 9.1.0, has it is neither in the cluster nor in Git",
    ],
    [
      "O11: a target of somebody else",
      NEW_KB,
      party(ES, { spec: "9.0.0" }, { intent: undefined }),
      "VersionBehind, wants 9.1.0, has 9.0.0",
    ],
    [
      "O22: target recreated",
      party(KB, BUMPED),
      party(ES, { spec: "9.1.0", status: "none", more: "{}" }, { isRecreated: true }),
      "VersionUnknown, wants 9.1.0, has status reports no version",
    ],
    [
      "O17: never to be satisfied",
      party(KB, BUMPED),
      party(ES, { spec: "8.19.2", git: "9.0.0" }),
      "VersionUnsatisfiable, wants 9.1.0, has 9.0.0",
    ],
    [
      "O16: the target's stall",
      party(KB, BUMPED),
      party(ES, { spec: "9.1.0", status: "8.19.2" }, { stall: "no progress" }),
      "Stalled, wants 9.1.0, has 8.19.2; no progress",
    ],
    [
      "a refused target",
      party(KB, BUMPED),
      party(ES, BUMPED, { refusal: "denied" }),
      "Refused, wants applied, has denied",
    ],
    [
      "O17: a rollback beside a refused upgrade",
      party(KB, { spec: "9.1.0", git: "9.0.0" }),
      party(ES, { spec: "9.1.0", git: "9.2.0" }, { refusal: "denied" }),
      "open",
    ],
    [
      "O17: a rollback for a refused downgrade",
      party(KB, { spec: "9.1.0", git: "9.0.0" }),
      party(ES, { spec: "9.1.0", git: "9.0.0" }, { refusal: "denied" }),
      "Refused, wants applied, has denied",
    ],
    [
      "O2: a rollback beside a target that contradicts itself",
      party(KB, { spec: "9.1.0", git: "9.0.0" }),
      party(ES, { spec: "9.1.0", git: "9.2.0" }, { refusal: "denied", isRefusedInGit: true }),
      "Refused, wants applied, has denied",
    ],
    [
      "terminating target",
      party(KB, BUMPED),
      terminating(),
      "TargetTerminating, wants 9.1.0, has it is being deleted",
    ],
    // Its highest version is not known, but it is not above what is known: 8.19.2.
    [
      "dependent half way in its own rollout",
      party(KB, { git: "9.1.0", spec: "9.0.0", status: "8.19.2", more: RED }),
      party(ES, { spec: "9.0.0", git: "9.1.0" }),
      "VersionBehind, wants 9.1.0, has 9.0.0",
    ],
  ])("%s", (_name, ...[self, target, expected]) => {
    expect(dependentWrite(self, target)).toBe(expected);
  });

  test("compare minor: Elastic's own rule lets a patch go ahead", () => {
    const self = party(KB, { git: "9.1.5", spec: "9.1.0" });
    const target = party(ES, { spec: "9.1.0" });
    expect([
      dependentWrite(self, target, { choices: { compare: "minor" } }),
      dependentWrite(self, target),
    ]).toEqual(["open", "VersionUnsatisfiable, wants 9.1.5, has 9.1.0"]);
  });

  test("B1: every live pod of a plain workload counts", () => {
    const pods = [
      { version: "9.1.0" },
      { version: "9.1.0" },
      { version: "8.19.2", revision: "old", isTerminating: true },
    ] as const;
    const target = partyOf(workload("Deployment", "9.1.0", { pods }));
    expect(dependentWrite(NEW_KB, target)).toBe("VersionBehind, wants 9.1.0, has 8.19.2");
  });

  test("B19: a revert to what was applied raises nothing and waits for no rollout", () => {
    const drifted = party(KB, { git: "9.1.0", spec: "8.0.0", status: "8.19.2" });
    const body = elastic(KB, "8.19.2").object;
    expect(dependentWrite(drifted, party(ES, BUMPED), { kind: "revert", body })).toBe("open");
  });

  test("recreating a dependent above its target is held like any raise", () => {
    const gone = absentParty(KB, { intent: elastic(KB, "9.1.0").object });
    const target = party(ES, { spec: "8.19.2" });
    expect(dependentWrite(gone, target, { kind: "revert" })).toBe(
      "VersionBehind, wants 9.1.0, has 8.19.2",
    );
  });
});

describe("(R) a pending change waits for the target's own", () => {
  const counted = party(KB, { spec: "8.19.2" }, { change: "pending" });
  test.each<[string, Party, Party, string]>([
    [
      "O4: same version, target pending",
      counted,
      party(ES, BUMPED),
      "TargetNotApplied, wants 9.1.0, has its own change is not applied yet",
    ],
    [
      "same version, target rolling",
      counted,
      party(ES, { spec: "9.1.0", status: "8.19.2" }),
      "VersionBehind, wants 9.1.0, has 8.19.2",
    ],
    ["same version, target settled", counted, party(ES, { spec: "9.1.0" }), "open"],
    [
      "O5: version reported, generation not observed",
      party(KB, BUMPED),
      party(ES, { spec: "9.1.0", more: "{observedGeneration: 1, health: green}" }),
      "NotObserved, wants 9.1.0, has generation 2 of the Elasticsearch, observed 1",
    ],
    [
      "target red",
      party(KB, BUMPED),
      party(ES, { spec: "9.1.0", more: RED }),
      "NotReady, wants 9.1.0, has health red",
    ],
    [
      "target changed by somebody",
      counted,
      party(ES, { spec: "9.1.0" }, { isDrifted: true }),
      "TargetNotApplied, wants 9.1.0, has its live spec differs from what was applied",
    ],
    [
      "target without version",
      counted,
      partyOf(readingOf(liveObject("ConfigMap/n/c"))),
      "VersionUnknown, wants a version, has it declares no version",
    ],
    [
      "target with a tag",
      counted,
      party(ES, { spec: "latest" }),
      "VersionUnknown, wants a version, has latest is no version",
    ],
    [
      "O17: lowering while the target's upgrade hangs",
      party(KB, { git: "8.18.0", spec: "8.19.2" }),
      party(ES, { spec: "9.1.0", status: "8.19.2", more: RED }),
      "open",
    ],
    [
      "O17: the target's downgrade waits for this one",
      party(KB, { git: "8.19.2", spec: "9.1.0" }),
      party(ES, { git: "8.19.2", spec: "9.1.0" }),
      "open",
    ],
    [
      "the target waits for this one, which is not rolled out",
      party(KB, { spec: "8.19.2", status: "8.19.2", more: RED }, { change: "pending" }),
      party(ES, { git: "8.19.2", spec: "9.1.0" }),
      "open",
    ],
    [
      "three objects where each waited for the next: the target waits for another dependent",
      counted,
      party(ES, { spec: "9.1.0" }, { change: "pending", isHeldBelow: true }),
      "open",
    ],
    [
      "dependent without version: as rolled-out",
      { ...partyOf(readingOf(liveObject("ConfigMap/n/c"))), change: "pending" },
      party(ES, { spec: "9.1.0", status: "8.19.2" }),
      "VersionBehind, wants 9.1.0, has 8.19.2",
    ],
  ])("%s", (_name, ...[self, target, expected]) => {
    expect(dependentWrite(self, target)).toBe(expected);
  });

  test("a revert of a dependent without version waits for nothing", () => {
    const self = partyOf(readingOf(liveObject("ConfigMap/n/c")));
    expect(dependentWrite(self, party(ES, BUMPED), { kind: "revert" })).toBe("open");
  });
});

function terminating(): Party {
  const reading = elastic(ES, "9.1.0", { version: "9.1.0" });
  const object = liveObject(
    ES,
    "{metadata: {deletionTimestamp: t}, spec: {version: 9.1.0}, status: {version: 9.1.0}}",
  );
  return partyOf({ ...reading, object });
}
