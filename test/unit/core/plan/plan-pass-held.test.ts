import { describe, expect, test } from "vitest";
import { decide } from "../../../support/decide.ts";
import { manifest, yaml } from "../../../support/graph-builders.ts";
import { appliedAt, hashOf, lookOf, OLD } from "../../../support/look-builder.ts";
import { editObject } from "../../../support/server-side-apply.ts";

const a = manifest("ConfigMap/shop/a", { rest: "data: {x: '1'}" });
const old = appliedAt(a, OLD);

function byKubectl(object = old, patch = "data: {x: '9'}"): typeof old {
  return editObject(object, "kubectl-edit", yaml(patch));
}

describe("planPass, an object whose change is held stays protected", () => {
  const held = manifest("ConfigMap/shop/a", {
    after: "ConfigMap/shop/none@exists",
    rest: "data: {x: '2'}",
  });
  const none = { "ConfigMap/shop/none": { kind: "absent" } } as const;
  const blocker =
    "ConfigMap/shop/none TargetNotFound it is neither in the cluster nor in Git<exists";

  test("what was applied in another API version is not compared with what is read in this one", () => {
    const beta = { ...a, apiVersion: "v1beta1", body: { ...a.body, apiVersion: "v1beta1" } };
    const { asked, lines } = decide(
      lookOf({ git: [held], before: [beta], live: [byKubectl(old)], seen: none }),
    );
    const told = "changed /data/x by kubectl-edit open";
    expect({ asked, lines }).toEqual({
      asked: [],
      lines: [`hold ConfigMap/shop/a: ${blocker} + ${told} [DelayingChanges]`],
    });
  });

  test.each([
    {
      title: "nobody touched it",
      object: old,
      line: `hold ConfigMap/shop/a: ${blocker} [DelayingChanges]`,
    },
    {
      title: "drift is reverted to what was last applied",
      object: byKubectl(old),
      line: `revert ConfigMap/shop/a: ${blocker} + changed /data/x by kubectl-edit reverted [DelayingChanges]`,
    },
    {
      title: "somebody else already wrote what Git wants now: that is drift until the gate opens",
      object: byKubectl(old, "data: {x: '2'}"),
      line: `revert ConfigMap/shop/a: ${blocker} + changed /data/x by kubectl-edit reverted [DelayingChanges]`,
    },
  ])("$title", ({ object, line }) => {
    const { lines, plan } = decide(
      lookOf({ git: [held], before: [a], live: [object], seen: none }),
    );
    expect(lines).toEqual([line]);
    const steps = plan.objects.flatMap(({ step }) => step ?? []);
    const written = steps.map(({ intentHash, revision }) => ({ intentHash, revision }));
    const reverts = line.startsWith("revert") ? [{ intentHash: hashOf(a), revision: OLD }] : [];
    expect(written).toEqual(reverts);
  });
});
