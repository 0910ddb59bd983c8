import { expect, test } from "vitest";
import type { Mode } from "../../../../src/core/mode.ts";
import { modeOf } from "../../../../src/core/plan/mode-of.ts";
import { manifest } from "../../../support/graph-builders.ts";

interface Row {
  readonly stack: Mode;
  readonly kind?: Mode;
  readonly own?: string;
  readonly is: string;
}

test.each<Row>([
  { stack: "enforce", is: "enforce by the stack" },
  { stack: "observe", is: "observe by the stack" },
  { stack: "enforce", kind: "observe", is: "observe by the kind" },
  { stack: "observe", kind: "enforce", is: "enforce by the kind" },
  { stack: "enforce", own: "create-only", is: "create-only by the object" },
  { stack: "enforce", kind: "observe", own: "enforce", is: "enforce by the object" },
  { stack: "observe", kind: "off", own: "enforce", is: "enforce by the object" },
  { stack: "create-only", kind: "enforce", own: "off", is: "off by the object" },
  { stack: "off", kind: "enforce", own: "enforce", is: "off by the stack" },
  { stack: "enforce", kind: "observe", own: "obsrve", is: "observe by the kind" },
])("stack $stack, kind $kind, object $own: $is", ({ stack, kind, own, is }) => {
  const annotations = own === undefined ? {} : { "lockstep.dev/mode": own };
  const object = manifest("Deployment.apps/shop/web", { annotations });
  const modes = new Map<string, Mode>(kind === undefined ? [] : [["Deployment.apps", kind]]);
  const chosen = modeOf(object, { mode: stack, modes });
  expect(`${chosen.mode} by the ${chosen.origin}`).toBe(is);
});

test("a kind of another group has another mode", () => {
  const modes = new Map<string, Mode>([["Service.serving.knative.dev", "off"]]);
  expect(modeOf(manifest("Service/shop/web"), { mode: "enforce", modes }).mode).toBe("enforce");
});
