import { expect, test } from "vitest";
import { assessRolledOut } from "../../../../src/core/rollout/rolled-out.ts";
import { explainBlocker } from "../../../../src/core/wording/explain-blocker.ts";
import { elastic, partyOf } from "../../../support/rollout-builders.ts";
import { blockerStatus } from "../../../support/status-builder.ts";

const ES = "Elasticsearch.elasticsearch.k8s.elastic.co/n/es";

test("a target that has written no version yet is waited for, in words that blame nobody", () => {
  const silent = partyOf(elastic(ES, "9.1.0", { version: undefined }));
  const verdict = assessRolledOut(silent, { paths: new Map(), trust: "status" });
  const { reason = "", message = "" } = verdict.kind === "waiting" ? verdict : {};
  expect(explainBlocker(blockerStatus(ES, { reason, want: "9.1.0", have: message }))).toBe(
    "it has not reported a version yet, 9.1.0 wanted",
  );
});
