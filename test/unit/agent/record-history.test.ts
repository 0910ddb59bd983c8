import { expect, test } from "vitest";
import type { PassStep } from "../../../src/agent/act-on-plan.ts";
import { recordHistory } from "../../../src/agent/record-history.ts";
import type { PassOutcome } from "../../../src/agent/run-pass.ts";
import type { PassRecord } from "../../../src/core/report/page-document.ts";
import { blockerStatus, NOW_MS, objectStatus, stackStatus } from "../../support/status-builder.ts";

interface Pass {
  readonly steps?: readonly PassStep[];
  readonly revision?: string;
  readonly held?: number;
  readonly inSync?: boolean;
}

function outcome({
  steps = [],
  revision = "c1",
  held = 0,
  inSync = held === 0,
}: Pass): PassOutcome {
  const objects = Array.from({ length: held }, (_, index) =>
    objectStatus(`ConfigMap/shop/c${index}`, { blockers: [blockerStatus("Secret/shop/s")] }),
  );
  return {
    status: stackStatus({ revision, objects, inSync }),
    startedAtMs: NOW_MS,
    durationMs: 12,
    steps,
    drifts: [],
    looksAgain: false,
    hasWritten: steps.length > 0,
    hasOnlyReverted: false,
    lookAgainAtMs: undefined,
  };
}

function step(name: string, why: PassStep["why"], kind: PassStep["kind"] = "written"): PassStep {
  return { id: `ConfigMap/shop/${name}`, why, kind };
}

function brief({ revision, inSync, steps, counts, quietPasses }: PassRecord): string {
  const done = steps.map((each) => `${each.id.split("/").at(-1) ?? ""} ${each.done}`).join(", ");
  const { applied, reverted, refused, held } = counts;
  return `${revision} ${inSync ? "in sync" : "open"} [${done}] ${applied}/${reverted}/${refused}/${held} +${quietPasses}`;
}

function history(...passes: readonly Pass[]): readonly string[] {
  return passes
    .reduce((all: readonly PassRecord[], pass) => recordHistory(all, outcome(pass)), [])
    .map(brief);
}

test.each<[string, readonly Pass[], readonly string[]]>([
  ["the first pass", [{}], ["c1 in sync [] 0/0/0/0 +0"]],
  ["quiet passes count on the one before", [{}, {}, {}], ["c1 in sync [] 0/0/0/0 +2"]],
  [
    "a new commit",
    [{}, { revision: "c2" }],
    ["c2 in sync [] 0/0/0/0 +0", "c1 in sync [] 0/0/0/0 +0"],
  ],
  [
    "something is held, then more of it",
    [{ held: 1 }, { held: 1 }, { held: 2 }],
    ["c1 open [] 0/0/0/2 +0", "c1 open [] 0/0/0/1 +1"],
  ],
  [
    "out of sync without a write",
    [{}, { inSync: false }],
    ["c1 open [] 0/0/0/0 +0", "c1 in sync [] 0/0/0/0 +0"],
  ],
  [
    "writes of all kinds",
    [
      {
        steps: [
          step("a", "create"),
          step("b", "change"),
          step("c", "revert"),
          step("d", "change", "refused"),
          step("e", "revert", "conflict"),
        ],
      },
      {},
    ],
    ["c1 in sync [a created, b changed, c reverted, d refused, e conflicted] 2/1/1/0 +1"],
  ],
  [
    "the same revert again is told again",
    [{ steps: [step("a", "revert")] }, { steps: [step("a", "revert")] }],
    ["c1 in sync [a reverted] 0/1/0/0 +0", "c1 in sync [a reverted] 0/1/0/0 +0"],
  ],
])("%s", (_, passes, records) => {
  expect(history(...passes)).toEqual(records);
});

test("fifty records are kept, and fifty steps of each", () => {
  const steps = Array.from({ length: 80 }, (_, index) => step(`c${index}`, "create"));
  const all = Array.from({ length: 60 }).reduce(
    (before: readonly PassRecord[], _, index) =>
      recordHistory(before, outcome({ steps, revision: `c${index}` })),
    [],
  );
  expect([all.length, all[0]?.revision, all[0]?.steps.length, all[0]?.counts.applied]).toEqual([
    50,
    "c59",
    50,
    80,
  ]);
});
