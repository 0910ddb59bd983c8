import { describe, expect, test } from "vitest";
import type { StackRules } from "../../../../src/core/plan/look.ts";
import { decide } from "../../../support/decide.ts";
import { manifest, yaml } from "../../../support/graph-builders.ts";
import { appliedAt, lookOf, NEW, OLD } from "../../../support/look-builder.ts";
import { editObject } from "../../../support/server-side-apply.ts";

const changed = manifest("ConfigMap/shop/a", { rest: "data: {x: '2'}" });
const before = manifest("ConfigMap/shop/a", { rest: "data: {x: '1'}" });
const drifted = manifest("ConfigMap/shop/b", { rest: "data: {x: '1'}" });
const fresh = manifest("ConfigMap/shop/c");

/** One object with a change, one with drift, one that is not there. */
const written = {
  git: [changed, drifted, fresh],
  before: [before],
  live: [
    appliedAt(before, OLD),
    editObject(appliedAt(drifted, NEW), "kubectl-edit", yaml("data: {x: '9'}")),
  ],
  absent: ["ConfigMap/shop/c"],
};

describe("planPass, modes", () => {
  test.each<{ readonly mode: StackRules["mode"]; readonly lines: readonly string[] }>([
    {
      mode: "enforce",
      lines: [
        "apply ConfigMap/shop/a change [ApplyingChanges]",
        "revert ConfigMap/shop/b: changed /data/x by kubectl-edit reverted [Ready]",
        "apply ConfigMap/shop/c create [Pending]",
      ],
    },
    {
      mode: "observe",
      lines: [
        "would apply ConfigMap/shop/a [Pending]",
        "would revert ConfigMap/shop/b: changed /data/x by kubectl-edit observed [Ready]",
        "would apply ConfigMap/shop/c [Pending]",
      ],
    },
    {
      mode: "create-only",
      lines: [
        "keep ConfigMap/shop/a [Ready]",
        "keep ConfigMap/shop/b: changed /data/x by kubectl-edit observed [Ready]",
        "apply ConfigMap/shop/c create [Pending]",
      ],
    },
    {
      mode: "off",
      lines: [
        "skip ConfigMap/shop/a [Skipped]",
        "skip ConfigMap/shop/b [Skipped]",
        "skip ConfigMap/shop/c [Skipped]",
      ],
    },
  ])("$mode", ({ mode, lines }) => {
    expect(decide(lookOf({ ...written, rules: { mode } })).lines).toEqual(lines);
  });

  test("create-only says of an object that Git has moved on", () => {
    const { plan } = decide(lookOf({ ...written, rules: { mode: "create-only" } }));
    const [a] = plan.objects;
    expect(a?.conditions).toEqual([
      { type: "Drifted", message: "Git wants something else; create-only leaves it as it is" },
    ]);
  });

  test("off asks the server nothing", () => {
    expect(decide(lookOf({ ...written, rules: { mode: "off" } })).asked).toEqual([]);
  });
});
