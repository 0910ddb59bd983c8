import { describe, expect, test } from "vitest";
import type { Edge } from "../../../../src/core/graph/edge.ts";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { checkSkew } from "../../../../src/core/rollout/check-skew.ts";
import type { EdgeEnd } from "../../../../src/core/rollout/edge-end.ts";
import type { Party } from "../../../../src/core/rollout/party.ts";
import {
  absentParty,
  briefFinding,
  edgeBetween,
  elastic,
  liveObject,
  partyOf,
  readingOf,
  workload,
} from "../../../support/rollout-builders.ts";

const ES = "Elasticsearch.elasticsearch.k8s.elastic.co/n/es";
const KB = "Kibana.kibana.k8s.elastic.co/n/kb";
const GREEN = "{observedGeneration: 2, health: green}";
const RED = "{observedGeneration: 2, health: red}";

/** An Elastic object: `git` is what Git wants, `spec` what is live, `status` what it reports. */
function party(
  id: string,
  state: {
    readonly git?: string;
    readonly spec: string;
    readonly status?: string;
    readonly more?: string;
  },
  rest: Partial<Party> = {},
): Party {
  const { git = state.spec, spec, status = spec, more = GREEN } = state;
  const reading = elastic(id, spec, { version: status === "none" ? undefined : status, more });
  const change = git === spec ? "none" : "pending";
  return partyOf(reading, { intent: elastic(id, git).object, change, ...rest });
}

type Writes = {
  readonly kind?: "change" | "revert";
  readonly choices?: Partial<Edge>;
  readonly body?: JsonObject;
};

/** The dependent is written, to Git's version unless a body is given. */
function dependentWrite(self: Party, target: Party, writes: Writes = {}): string {
  const edge = edgeBetween({ dependent: self, target, gate: { kind: "lockstep" } }, writes.choices);
  return written(self, { targets: [{ edge, party: target }], dependents: [] }, writes);
}

/** The target is written. */
function targetWrite(self: Party, dependent: Party, writes: Writes = {}): string {
  const edge = edgeBetween({ dependent, target: self, gate: { kind: "lockstep" } }, writes.choices);
  return written(self, { targets: [], dependents: [{ edge, party: dependent }] }, writes);
}

function written(
  self: Party,
  ends: { readonly targets: readonly EdgeEnd[]; readonly dependents: readonly EdgeEnd[] },
  { kind = "change", body = self.intent ?? {} }: Writes,
): string {
  return briefFinding(checkSkew({ kind, self, body, ...ends }, new Map()));
}

const NEW_KB = absentParty(KB, { intent: elastic(KB, "9.1.0").object, change: "pending" });
const BUMPED = { git: "9.1.0", spec: "8.19.2" };

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
  ])("%s", (_name, self, target, expected) => {
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
      "dependent without version: as rolled-out",
      { ...partyOf(readingOf(liveObject("ConfigMap/n/c"))), change: "pending" },
      party(ES, { spec: "9.1.0", status: "8.19.2" }),
      "VersionBehind, wants 9.1.0, has 8.19.2",
    ],
  ])("%s", (_name, self, target, expected) => {
    expect(dependentWrite(self, target)).toBe(expected);
  });

  test("a revert of a dependent without version waits for nothing", () => {
    const self = partyOf(readingOf(liveObject("ConfigMap/n/c")));
    expect(dependentWrite(self, party(ES, BUMPED), { kind: "revert" })).toBe("open");
  });
});

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
      "VersionUnknown, wants 9.1.0, has latest is no version, 9.1.0 depends on it",
    ],
  ])("%s", (_name, self, dependent, expected) => {
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

describe("O8: unknownVersion allow", () => {
  const choices = { unknownVersion: "allow" } as const;
  test.each<[string, Party, string]>([
    [
      "no status.version",
      party(ES, { spec: "9.1.0", status: "none" }),
      "allowed: status reports no version",
    ],
    ["unparsable", party(ES, { spec: "9.1.0", status: "x" }), "allowed: x is no version"],
    [
      "declares none",
      partyOf(readingOf(liveObject("ConfigMap/n/c"))),
      "allowed: it declares no version",
    ],
    [
      "known to be behind",
      party(ES, { spec: "9.1.0", status: "8.19.2" }),
      "VersionBehind, wants 9.1.0, has 8.19.2",
    ],
    [
      "unknown and not ready",
      party(ES, { spec: "9.1.0", status: "none", more: RED }),
      "NotReady, wants 9.1.0, has health red",
    ],
  ])("%s", (_name, target, expected) => {
    expect(dependentWrite(party(KB, BUMPED), target, { choices })).toBe(expected);
  });
});

describe("O9: all edges are looked at", () => {
  const self = party(KB, BUMPED);
  function endTo(target: Party, choices: Partial<Edge> = {}): EdgeEnd {
    const edge = edgeBetween({ dependent: self, target, gate: { kind: "lockstep" } }, choices);
    return { edge, party: target };
  }
  const serverless: EdgeEnd = {
    ...endTo(partyOf(readingOf(liveObject("Secret/n/s"))), { external: true }),
    external: { kind: "version", version: "serverless" },
  };
  const lagging = endTo(party(ES, { spec: "9.1.0", status: "8.19.2" }));

  test("one unknown and one lagging edge, in any order", () => {
    const unknown = "VersionUnknown, wants 9.1.0, has serverless is no version";
    const behind = "VersionBehind, wants 9.1.0, has 8.19.2";
    expect([
      written(self, { targets: [serverless, lagging], dependents: [] }, {}),
      written(self, { targets: [lagging, serverless], dependents: [] }, {}),
    ]).toEqual([`${unknown} + ${behind}`, `${behind} + ${unknown}`]);
  });

  test("other gates and informational edges are not the skew rule's", () => {
    const far = absentParty(ES);
    const ready = edgeBetween({ dependent: self, target: far, gate: { kind: "ready" } });
    const targets = [{ edge: ready, party: far }, endTo(far, { informational: true })];
    expect(written(self, { targets, dependents: [] }, {})).toBe("open");
  });

  test.each([
    ["9.1.0", "open"],
    ["9.0.0", "VersionBehind, wants 9.1.0, has 9.0.0"],
  ])("O12: an external target that answers %s", (version, expected) => {
    const targets = [{ ...serverless, external: { kind: "version" as const, version } }];
    expect(written(self, { targets, dependents: [] }, {})).toBe(expected);
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
