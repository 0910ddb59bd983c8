import { expect, test } from "vitest";
import { PLAIN } from "../../../src/cli/palette.ts";
import { renderPlan } from "../../../src/cli/render-plan.ts";
import { objectStatus, stackStatus } from "../../support/status-builder.ts";

const WEB = "Deployment.apps/shop/web";

test("a take-over that restarts nothing, one that does, and a change of what is ours", () => {
  const stack = stackStatus({
    inSync: false,
    objects: [
      objectStatus(WEB, { action: "apply", takesOver: ["kubectl"], restartsPods: false }),
      objectStatus("StatefulSet.apps/shop/db", {
        action: "apply",
        takesOver: ["flux"],
        restartsPods: true,
      }),
      objectStatus("DaemonSet.apps/shop/log", { action: "apply", restartsPods: true }),
    ],
  });
  const lines = [
    "shop: what a sync of 1a2b3c4 would do",
    "  owned by others so far",
    "    would take over Deployment/shop/web from kubectl; no pod restarts",
    "    would take over StatefulSet/shop/db from flux; its pods would be replaced",
    "  tier 0",
    "    would change DaemonSet/shop/log",
    "  2 to take over, 1 to change; nothing was written",
  ];
  const text = renderPlan({ stacks: [stack] }, { nowMs: 0, palette: PLAIN });
  expect(text).toBe(`${lines.join("\n")}\n`);
});
