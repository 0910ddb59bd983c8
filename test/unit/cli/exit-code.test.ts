import { expect, test } from "vitest";
import { chooseExitCode } from "../../../src/cli/exit-code.ts";
import { driftStatus, objectStatus, stackStatus } from "../../support/status-builder.ts";

const web = "Deployment.apps/shop/web";
const inSync = stackStatus({ objects: [objectStatus(web)] });
const reverted = stackStatus({ objects: [objectStatus(web)], drift: [driftStatus(web)] });
const held = stackStatus({ objects: [objectStatus(web, { phase: "DelayingChanges" })] });
const refusedObject = stackStatus({
  inSync: false,
  refusals: [{ id: web, code: "forbidden", message: "no" }],
});
const cycle = stackStatus({
  inSync: false,
  problems: [{ where: "a.yaml:1:1", what: "waits for itself", expected: "no cycle" }],
});
const badTip = stackStatus({ ...cycle, tip: "5d6e7f8" });
const badFirst = stackStatus({ ...cycle, revision: "", tip: "" });
const unreachable = stackStatus({
  inSync: false,
  refusals: [{ id: "", code: "unreachable", message: "no answer" }],
});

test.each([
  { title: "no stack", stacks: [], code: 0 },
  { title: "all in sync", stacks: [inSync, inSync], code: 0 },
  { title: "drift was reverted", stacks: [reverted], code: 0 },
  { title: "an object is held", stacks: [inSync, held], code: 1 },
  { title: "an object was refused", stacks: [refusedObject], code: 1 },
  { title: "a component has problems", stacks: [cycle], code: 1 },
  { title: "the tip has problems and an older commit is in force", stacks: [badTip], code: 2 },
  { title: "the first commit has problems", stacks: [badFirst], code: 2 },
  { title: "the cluster refused the whole", stacks: [unreachable], code: 3 },
  { title: "the worst of several counts", stacks: [held, unreachable, badTip, inSync], code: 3 },
  { title: "a refused tip is worse than a held object", stacks: [held, badTip], code: 2 },
])("$title → $code", ({ stacks, code }) => {
  expect(chooseExitCode({ stacks })).toBe(code);
});
