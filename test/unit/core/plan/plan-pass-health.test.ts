import { describe, expect, test } from "vitest";
import type { WrittenHealth } from "../../../../src/core/config/agent-config.ts";
import { checkExpression, checkFieldPath } from "../../../../src/core/config/check-expression.ts";
import type { Checked } from "../../../../src/core/config/checked.ts";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { compileHealth } from "../../../../src/core/rollout/compile-health.ts";
import { decide } from "../../../support/decide.ts";
import { manifest } from "../../../support/graph-builders.ts";
import { appliedAt, lookOf, NEW } from "../../../support/look-builder.ts";

const thing = manifest("Thing.example.com/shop/t", { spec: "{image: {tag: 1.5.0}}" });
const after = manifest("ConfigMap/shop/c", { after: "Thing.example.com/t" });

function valueOf<Value>(checked: Checked<Value>): Value {
  if (!checked.ok) throw new Error(checked.what);
  return checked.value;
}

/** What is planned for both when the cluster has the thing with this status. */
function linesWith(status: JsonObject, written: Partial<WrittenHealth>): readonly string[] {
  const entry = { kind: "Thing.example.com", ready: undefined, failed: undefined };
  const rules = compileHealth([{ ...entry, version: undefined, ...written }]);
  const live = { ...appliedAt(thing, NEW), status };
  return decide(lookOf({ git: [thing, after], live: [live], rules }), { fresh: [live] }).lines;
}

describe("planPass, kinds of which the config says something", () => {
  const rule = {
    ready: valueOf(checkExpression(`status.phase == "Up"`)),
    failed: valueOf(checkExpression(`status.phase == "Down"`)),
  };
  const version = {
    declared: valueOf(checkFieldPath("spec.image.tag")),
    running: valueOf(checkFieldPath("status.image")),
  };

  test.each([
    {
      title: "a health rule that does not say ready",
      status: { phase: "Busy" },
      written: rule,
      lines: [
        "keep Thing.example.com/shop/t [ApplyingChanges]",
        `hold ConfigMap/shop/c: Thing.example.com/shop/t NotReady the health rule does not say ready: status.phase is "Busy"<ready [DelayingChanges]`,
      ],
    },
    {
      title: "one that says failed",
      status: { phase: "Down" },
      written: rule,
      lines: [
        "keep Thing.example.com/shop/t [Stalled]",
        `hold ConfigMap/shop/c: Thing.example.com/shop/t Stalled the health rule says failed: status.phase is "Down"<ready [DelayingChanges]`,
      ],
    },
    {
      title: "one that says ready",
      status: { phase: "Up" },
      written: rule,
      lines: ["keep Thing.example.com/shop/t [Ready]", "apply ConfigMap/shop/c create [Pending]"],
    },
    {
      title: "a version at a place of its own that is behind",
      status: { image: "1.4.0" },
      written: { version },
      lines: [
        "keep Thing.example.com/shop/t [ApplyingChanges]",
        "hold ConfigMap/shop/c: Thing.example.com/shop/t VersionBehind 1.4.0<1.5.0 [DelayingChanges]",
      ],
    },
    {
      title: "a version at a place of its own that is reached",
      status: { image: "1.5.0" },
      written: { version },
      lines: ["keep Thing.example.com/shop/t [Ready]", "apply ConfigMap/shop/c create [Pending]"],
    },
  ])("$title", ({ status, written, lines }) => {
    expect(new Set(linesWith(status, written))).toEqual(new Set(lines));
  });

  test("a rule of another kind says nothing of this one", () => {
    const other = { ...rule, kind: "Thing.example.org" };
    expect(linesWith({ phase: "Busy" }, other)).toContain(
      "apply ConfigMap/shop/c create [Pending]",
    );
  });
});
