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
import { BUMPED, ES, KB, party, RED, targetWrite } from "../../../support/skew-cases.ts";

describe("(L) lowering needs every live dependent below", () => {
  const lowered = party(ES, { git: "8.19.2", spec: "9.1.0" });
  test.each<[string, Party, Party, string]>([
    [
      "O17: dependent above",
      lowered,
      party(KB, { git: "8.19.2", spec: "9.1.0" }),
      "VersionAhead, wants 8.19.2, has 9.1.0",
    ],
    [
      "O17: dependent lowered, its pods not yet",
      lowered,
      party(KB, { spec: "8.19.2", status: "9.1.0" }),
      "VersionAhead, wants 8.19.2, has 9.1.0",
    ],
    [
      "O17: dependent lowered, only its lowest pod is known",
      lowered,
      party(KB, { spec: "8.19.2", more: RED }),
      "RollingOut, wants 8.19.2, has not rolled out, so its highest version is not known",
    ],
    ["O17: dependent lowered everywhere", lowered, party(KB, { spec: "8.19.2" }), "open"],
    [
      "dependent raised by this pass",
      lowered,
      party(
        KB,
        { git: "9.1.0", spec: "8.19.2" },
        { change: "sent", intent: undefined, planned: elastic(KB, "9.1.0").object },
      ),
      "VersionAhead, wants 8.19.2, has 9.1.0",
    ],
    [
      "dependent gone",
      lowered,
      absentParty(KB, { intent: elastic(KB, "8.19.2").object, change: "pending" }),
      "open",
    ],
    [
      "dependent created by this pass",
      lowered,
      absentParty(KB, { intent: undefined, change: "sent", planned: elastic(KB, "9.1.0").object }),
      "VersionAhead, wants 8.19.2, has 9.1.0",
    ],
    [
      "orphan, not in Git any more",
      lowered,
      party(KB, { spec: "9.1.0" }, { intent: undefined }),
      "VersionAhead, wants 8.19.2, has 9.1.0",
    ],
    [
      "dependent unreadable",
      lowered,
      absentParty(KB, { sighting: "unreadable" }),
      "Unreadable, wants 8.19.2, has it could not be read",
    ],
    [
      "Git wants the dependent above",
      lowered,
      party(KB, { git: "9.0.0", spec: "9.1.0" }),
      "VersionUnsatisfiable, wants 8.19.2, has 9.0.0",
    ],
    ["dependent without version", lowered, partyOf(readingOf(liveObject("ConfigMap/n/c"))), "open"],
    [
      "dependent with replicas 0: its spec's version",
      lowered,
      partyOf(workload("Deployment", "9.1.0", { pods: [], spec: "{replicas: 0}" }), {
        intent: undefined,
      }),
      "VersionAhead, wants 8.19.2, has 9.1.0",
    ],
    ["raising is free", party(ES, BUMPED), party(KB, { spec: "9.1.0" }), "open"],
    [
      "the version stays",
      party(ES, { spec: "9.1.0" }, { change: "pending" }),
      party(KB, { spec: "9.2.0", git: "9.1.0" }),
      "open",
    ],
    [
      "target absent",
      absentParty(ES, { intent: elastic(ES, "8.19.2").object, change: "pending" }),
      party(KB, { spec: "9.1.0" }),
      "open",
    ],
    [
      "spec known, status not: below it may be lower",
      party(ES, { git: "8.19.2", spec: "9.1.0", status: "none" }),
      party(KB, { git: "8.19.2", spec: "9.1.0" }),
      "VersionAhead, wants 8.19.2, has 9.1.0",
    ],
    [
      "the dependent's stall",
      lowered,
      party(KB, { git: "8.19.2", spec: "9.1.0" }, { stall: "no progress" }),
      "Stalled, wants 8.19.2, has 9.1.0; no progress",
    ],
    [
      "losing the version",
      party(ES, { git: "latest", spec: "9.1.0" }),
      party(KB, { spec: "9.1.0" }),
      "VersionUnknown, wants a version, has it runs 9.1.0, and latest, which Git gives this object, is no version to compare that with",
    ],
  ])("%s", (_name, ...[self, dependent, expected]) => {
    expect(targetWrite(self, dependent)).toBe(expected);
  });

  test("reverting a foreign raise of the target is checked too", () => {
    const raised = party(ES, { git: "8.19.2", spec: "9.1.0" }, { change: "none", isDrifted: true });
    const body = elastic(ES, "8.19.2").object;
    expect(targetWrite(raised, party(KB, { spec: "9.1.0" }), { kind: "revert", body })).toBe(
      "VersionAhead, wants 8.19.2, has 9.1.0",
    );
  });

  test("a pod of the dependent without a version keeps its highest one unknown", () => {
    const pods = [{ version: "8.19.2" }, { version: "" }];
    const dependent = partyOf(workload("StatefulSet", "8.19.2", { pods }));
    expect(targetWrite(lowered, dependent)).toBe(
      "VersionUnknown, wants 8.19.2, has x-1 reports no version",
    );
  });
});
