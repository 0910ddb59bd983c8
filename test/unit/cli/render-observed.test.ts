import { expect, test } from "vitest";
import { PLAIN } from "../../../src/cli/palette.ts";
import { renderPlan } from "../../../src/cli/render-plan.ts";
import { driftStatus, NOW_MS, objectStatus, stackStatus } from "../../support/status-builder.ts";

const WEB = "Deployment.apps/shop/web";

test.each([
  {
    title: "a stack that is only observed",
    stack: stackStatus({
      inSync: false,
      objects: [objectStatus(WEB, { action: "apply", mode: "observe", modeFrom: "stack" })],
    }),
    lines: [
      "shop: what a sync of 1a2b3c4 would do under enforce; mode: observe writes none of it",
      "  tier 0",
      "    would change Deployment/shop/web: observed, not written",
      "  1 to change and only observed; nothing was written",
    ],
  },
  {
    title: "an observed object that is gone",
    stack: stackStatus({
      inSync: false,
      objects: [objectStatus(WEB, { action: "apply", mode: "observe", modeFrom: "stack" })],
      drift: [driftStatus(WEB, { class: "missing", path: "", live: null, action: "observed" })],
    }),
    lines: [
      "shop: what a sync of 1a2b3c4 would do under enforce; mode: observe writes none of it",
      "  tier 0",
      "    would create Deployment/shop/web: observed, not written",
      "  drift: Deployment/shop/web: kubectl-edit deleted it, 2m ago: left as it is",
      "  1 to create and only observed; nothing was written",
    ],
  },
  {
    title: "an observed object that a person asks to revert once",
    stack: stackStatus({
      inSync: false,
      objects: [
        objectStatus(WEB, {
          action: "revert",
          mode: "observe",
          modeFrom: "kind",
          writes: ["apply", "answer"],
        }),
      ],
    }),
    lines: [
      "shop: what a sync of 1a2b3c4 would do",
      "  tier 0",
      "    would revert Deployment/shop/web",
      "      mode observe (of its kind): it is only reported, nothing of it is written",
      "  1 to revert; nothing was written",
    ],
  },
])("a plan of $title", ({ stack, lines }) => {
  const text = renderPlan({ stacks: [stack] }, { nowMs: NOW_MS, palette: PLAIN });
  expect(text).toBe(`${lines.join("\n")}\n`);
});
