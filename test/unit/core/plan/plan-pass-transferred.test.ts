import { expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { learnOutcomes } from "../../../../src/core/plan/learn-outcomes.ts";
import type { StepResult } from "../../../../src/core/plan/summarize-pass.ts";
import { decide } from "../../../support/decide.ts";
import { manifest, yaml } from "../../../support/graph-builders.ts";
import { appliedAt, keyFrom, lookOf, NEW } from "../../../support/look-builder.ts";
import { editObject, patchOwners } from "../../../support/server-side-apply.ts";

const ID = "ConfigMap/shop/a";
const a = manifest(ID, { rest: "data: {x: '1'}" });
const edited = editObject(appliedAt(a, NEW), "kubectl-edit", yaml("data: {y: '2'}"));

const REFUSED: StepResult = {
  kind: "refused",
  isHalfDone: true,
  refusal: { code: "webhook-failed", message: "no", retry: "after-wait" },
};

/** What is decided after a revert that ended so, once what happened meanwhile is seen. */
function linesAfter(
  result: StepResult,
  meanwhile: (live: JsonObject) => JsonObject = (live) => live,
): readonly string[] {
  const { plan, look } = decide(lookOf({ git: [a], live: [edited] }));
  const transfer = plan.objects[0]?.step?.transfer ?? [];
  const memory = learnOutcomes(plan, new Map([[keyFrom(ID), result]]), look);
  const live = meanwhile(patchOwners(edited, transfer));
  const next = lookOf({ git: [a], live: [live], memory, nowMs: look.nowMs + 120_000 });
  return decide(next).lines;
}

function writeAsAnna(live: JsonObject): JsonObject {
  return editObject(live, "anna", yaml("data: {y: '3'}"));
}

test.each<[string, StepResult]>([
  ["somebody wrote between transfer and apply", { kind: "conflict", isHalfDone: true }],
  ["the apply after the transfer was refused", REFUSED],
])("%s: the addition, ours by now, is still known by whom it was", (_, result) => {
  expect(linesAfter(result)).toEqual([
    `revert ${ID}: added /data/y by kubectl-edit reverted [Ready]`,
  ]);
});

test("who writes it again after the transfer is named instead", () => {
  expect(linesAfter({ kind: "conflict", isHalfDone: true }, writeAsAnna)).toEqual([
    `revert ${ID} with transfer: added /data/y by anna reverted [Ready]`,
  ]);
});

test("after an apply that was done nothing of it is remembered", () => {
  expect(linesAfter({ kind: "written" })).toEqual([`revert ${ID}: added /data/y reverted [Ready]`]);
});
