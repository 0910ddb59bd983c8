import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { decide } from "../../../support/decide.ts";
import { manifest, yaml } from "../../../support/graph-builders.ts";
import { appliedAt, lookOf, NEW, OLD } from "../../../support/look-builder.ts";
import { editObject } from "../../../support/server-side-apply.ts";

function settings(x: string): ReturnType<typeof manifest> {
  return manifest("ConfigMap/shop/a", { rest: `data: {x: '${x}'}` });
}

function edited(object: JsonObject): JsonObject {
  return editObject(object, "kubectl-edit", yaml("data: {x: '9'}"));
}

function labelled(object: JsonObject, labels: JsonObject, until?: string): JsonObject {
  const annotations = until === undefined ? {} : { "lockstep.dev/skip-until": until };
  return editObject(object, "kubectl-label", { metadata: { labels, annotations } });
}

const SKIP = { "lockstep.dev/skip-reconciliation": "true" };

describe("planPass, skipped", () => {
  const git = [settings("1")];
  const applied = appliedAt(settings("1"), NEW);

  test.each<{
    readonly title: string;
    readonly live: JsonObject;
    readonly rules?: { readonly allowSkip: boolean };
    readonly line: string;
    readonly again?: number;
  }>([
    {
      title: "with drift",
      live: edited(labelled(applied, SKIP)),
      line: "skip ConfigMap/shop/a: Skipped + changed /data/x by kubectl-edit skipped [Skipped]",
    },
    {
      title: "without: the label is no drift",
      live: labelled(applied, SKIP),
      line: "skip ConfigMap/shop/a: Skipped [Skipped]",
    },
    {
      title: "until a time that is to come",
      live: labelled(applied, SKIP, "1970-01-01T01:00:00Z"),
      line: "skip ConfigMap/shop/a: Skipped [Skipped]",
      again: 3_600_000,
    },
    {
      title: "until a time that is over",
      live: edited(labelled(applied, SKIP, "1970-01-01T00:00:01Z")),
      line: "revert ConfigMap/shop/a: SkipIgnored + changed /data/x by kubectl-edit reverted [Ready]",
    },
    {
      title: "denied",
      live: edited(labelled(applied, SKIP)),
      rules: { allowSkip: false },
      line: "revert ConfigMap/shop/a: SkipIgnored + changed /data/x by kubectl-edit reverted [Ready]",
    },
    {
      title: "another value is none",
      live: edited(labelled(applied, { "lockstep.dev/skip-reconciliation": "True" })),
      line: "revert ConfigMap/shop/a: SkipIgnored + changed /data/x by kubectl-edit reverted [Ready]",
    },
  ])("$title", ({ live, rules = { allowSkip: true }, line, again }) => {
    const { lines, plan } = decide(lookOf({ git, live: [live], rules }));
    expect(lines).toEqual([line]);
    expect(plan.lookAgainAtMs).toBe(again);
  });

  test("what Git wants meanwhile waits, and is told", () => {
    const live = [labelled(appliedAt(settings("1"), OLD), SKIP)];
    const { lines, plan } = decide(lookOf({ git: [settings("2")], before: git, live }));
    expect(lines).toEqual(["skip ConfigMap/shop/a: Skipped [Skipped]"]);
    expect(plan.objects[0]?.conditions[0]).toEqual({
      type: "Drifted",
      message: "Git wants something else; it is skipped",
    });
  });
});
