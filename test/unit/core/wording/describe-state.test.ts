import { expect, test } from "vitest";
import type { StackStatus } from "../../../../src/core/report/status-document.ts";
import { describeState } from "../../../../src/core/wording/describe-state.ts";
import { objectStatus, stackStatus } from "../../../support/status-builder.ts";

const WEB = "Deployment.apps/shop/web";
const problem = { where: "a.yaml:1:1", what: "is broken", expected: "none" };

test.each<readonly [title: string, stack: Partial<StackStatus>, text: string]>([
  [
    "a change of an observed object never comes",
    {
      inSync: false,
      objects: [
        objectStatus("Namespace/a"),
        objectStatus(WEB, { phase: "Pending", mode: "observe", modeFrom: "object" }),
      ],
    },
    "out of sync at 1a2b3c4, 1 object only observed",
  ],
  [
    "a stack that is observed",
    { objects: [objectStatus(WEB, { mode: "observe", modeFrom: "stack" })] },
    "in sync at 1a2b3c4 (1 object); mode: observe, nothing of it is written",
  ],
  [
    "a stack in which nothing is changed",
    { objects: [objectStatus(WEB, { mode: "create-only", modeFrom: "stack" })] },
    "in sync at 1a2b3c4 (1 object); mode: create-only, what exists is never changed",
  ],
  [
    "what was typed is wrong",
    { inSync: false, problems: [problem], revision: "", tip: "" },
    "not synced, there is 1 problem",
  ],
  [
    "what people skip is counted, and what is off",
    {
      inSync: true,
      objects: [
        objectStatus("Namespace/a"),
        objectStatus(WEB, { phase: "Skipped", action: "skip" }),
        objectStatus("ConfigMap/shop/b", { phase: "Skipped", action: "skip" }),
        objectStatus("ConfigMap/shop/c", { phase: "Skipped", action: "skip", mode: "off" }),
      ],
    },
    "in sync at 1a2b3c4 (4 objects, 2 skipped, 1 off)",
  ],
  [
    "what is skipped is not counted as ready",
    {
      inSync: false,
      objects: [
        objectStatus("Namespace/a"),
        objectStatus("ConfigMap/shop/b", { phase: "ApplyingChanges", action: "apply" }),
        objectStatus(WEB, { phase: "Skipped", action: "skip" }),
      ],
    },
    "1a2b3c4 is rolling out, 1 of 3 objects ready, 1 skipped",
  ],
  [
    "out of sync, and something is skipped",
    { inSync: false, objects: [objectStatus(WEB, { phase: "Skipped", action: "skip" })] },
    "out of sync at 1a2b3c4, 1 skipped",
  ],
])("%s", (_, stack, text) => {
  expect(describeState(stackStatus(stack)).text).toBe(text);
});
