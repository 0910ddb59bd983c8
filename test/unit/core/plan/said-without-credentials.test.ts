import { expect, test } from "vitest";
import { summarizePass } from "../../../../src/core/plan/summarize-pass.ts";
import {
  blockerOf,
  objectPlan,
  passRecord,
  planOf,
  resultsOf,
} from "../../../support/plan-builder.ts";

const ID = "ConfigMap/shop/a";
const SAID = "cannot reach postgres://app:hunter2@db.example/shop";

test("what a controller or the server says of an object is told without credentials", () => {
  const plan = objectPlan(ID, {
    blockers: [{ ...blockerOf("ConfigMap/shop/b"), have: SAID, want: SAID, note: SAID }],
    conditions: [{ type: "NotUnderstood", message: SAID }],
    cause: { pod: "a-1", reason: "Error", message: SAID },
  });
  const refusal = { code: "invalid", message: SAID, retry: "after-change" } as const;
  const results = resultsOf({ [ID]: { kind: "refused", refusal } });
  const { status } = summarizePass(passRecord(planOf(plan), { results }));
  const text = JSON.stringify(status);
  expect(text).not.toContain("hunter2");
  expect(text.match(/postgres:\/\/\(credentials\)@db\.example/g)).toHaveLength(6);
});
