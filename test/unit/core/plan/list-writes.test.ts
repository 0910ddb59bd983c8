import { expect, test } from "vitest";
import { listWrites } from "../../../../src/core/plan/list-writes.ts";
import { summarizePass } from "../../../../src/core/plan/summarize-pass.ts";
import { idFrom } from "../../../support/graph-builders.ts";
import {
  objectPlan,
  passRecord,
  planOf,
  resultsOf,
  writeStep,
} from "../../../support/plan-builder.ts";

const ID = "ConfigMap/shop/a";
const OLD_ID = "ConfigMap/shop/old";
const move = { op: "replace", path: "/metadata/managedFields", value: [] } as const;
const change = writeStep(ID);
const goes = { ref: change.ref, uid: "uid-a", resourceVersion: "1", after: [] };

test.each([
  { what: "what is not there", step: writeStep(ID, { live: undefined }), writes: "create" },
  {
    what: "what others hold a part of",
    step: writeStep(ID, { transfer: [move] }),
    writes: "transfer, apply",
  },
  { what: "a change", step: change, writes: "apply" },
  { what: "a revert", step: writeStep(ID, { why: "revert" }), writes: "apply" },
  { what: "what is made anew", step: writeStep(ID, { why: "recreate" }), writes: "delete" },
  {
    what: "what was to be made anew and is gone",
    step: writeStep(ID, { why: "create", live: undefined }),
    writes: "create",
  },
  { what: "an orphan", step: goes, writes: "delete" },
])("$what: $writes", ({ step, writes }) => {
  expect(listWrites(step).join(", ")).toBe(writes);
});

const orphan = {
  ref: { id: idFrom(OLD_ID), apiVersion: "v1" },
  action: "prune",
  reason: "",
  behind: [],
  lookAgainAtMs: undefined,
} as const;
const plan = {
  ...planOf(objectPlan(ID, { action: "apply", step: change }), objectPlan("ConfigMap/shop/kept")),
  orphans: [
    { ...orphan, step: { ...goes, ref: orphan.ref } },
    { ...orphan, ref: { id: idFrom("ConfigMap/shop/going"), apiVersion: "v1" }, step: undefined },
  ],
};

function told(
  results: Parameters<typeof resultsOf>[0],
  more: Parameters<typeof passRecord>[1] = {},
): readonly string[] {
  const { status } = summarizePass(passRecord(plan, { results: resultsOf(results), ...more }));
  return [...status.objects, ...status.orphans].map(
    ({ id, writes }) => `${id}: ${writes?.join(", ") ?? "nothing"}`,
  );
}

test("B3: a preview tells the requests of each object; what goes already is not deleted again", () => {
  expect(told({})).toEqual([
    "ConfigMap/shop/a: apply",
    "ConfigMap/shop/kept: nothing",
    "ConfigMap/shop/old: delete",
    "ConfigMap/shop/going: nothing",
  ]);
});

test("the status of a pass tells none: what was sent is done, and what was not begun is planned anew", () => {
  const done = told({ [ID]: { kind: "written" }, [OLD_ID]: { kind: "skipped" } });
  expect(done.filter((line) => !line.endsWith(": nothing"))).toEqual([]);
});

test("B3: the preview of a suspended stack tells none: its next pass sends nothing", () => {
  const suspension = { reason: "freeze", until: "", since: "2026-01-01T00:00:00Z" };
  expect(told({}, { suspension }).filter((line) => !line.endsWith(": nothing"))).toEqual([]);
});

test("B3: what answers a request for a revert is told after the write that takes it back", () => {
  const { ref, live = {} } = writeStep(ID, { why: "revert" });
  const asked = { ref, live };
  const asking = planOf(objectPlan(ID, { action: "revert", step: change, answer: asked }));
  const { status } = summarizePass(passRecord(asking));
  expect(status.objects[0]?.writes).toEqual(["apply", "answer"]);
});
