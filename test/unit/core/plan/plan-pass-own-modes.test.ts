import { describe, expect, test } from "vitest";
import type { Manifest } from "../../../../src/core/manifest/manifest.ts";
import type { Mode } from "../../../../src/core/mode.ts";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { annotationOf, labelOf } from "../../../../src/core/object/live-object.ts";
import { decide } from "../../../support/decide.ts";
import { manifest, yaml } from "../../../support/graph-builders.ts";
import { appliedAt, lookOf, NEW, OLD } from "../../../support/look-builder.ts";
import { editObject } from "../../../support/server-side-apply.ts";

function settings(x: string, mode?: string): ReturnType<typeof manifest> {
  const annotations = mode === undefined ? {} : { "lockstep.dev/mode": mode };
  return manifest("ConfigMap/shop/a", { rest: `data: {x: '${x}'}`, annotations });
}

/** Without a field for annotations where there is none. */
function bare(annotations?: JsonObject): Manifest {
  const { body, ...rest } = settings("1");
  const metadata = { name: "a", namespace: "shop", ...(annotations && { annotations }) };
  return { ...rest, body: { ...body, metadata } };
}

function edited(object: JsonObject): JsonObject {
  return editObject(object, "kubectl-edit", yaml("data: {x: '9'}"));
}

describe("planPass, the mode of an object", () => {
  test.each<{ readonly mode: string; readonly lines: readonly string[] }>([
    {
      mode: "enforce",
      lines: ["revert ConfigMap/shop/a: changed /data/x by kubectl-edit reverted [Ready]"],
    },
    {
      mode: "observe",
      lines: ["would revert ConfigMap/shop/a: changed /data/x by kubectl-edit observed [Ready]"],
    },
    {
      mode: "create-only",
      lines: ["keep ConfigMap/shop/a: changed /data/x by kubectl-edit observed [Ready]"],
    },
    { mode: "off", lines: ["skip ConfigMap/shop/a [Skipped]"] },
    { mode: "obsrve", lines: ["hold ConfigMap/shop/a: refused refused-component [Stalled]"] },
  ])("its annotation says $mode", ({ mode, lines }) => {
    const live = edited(appliedAt(settings("1"), NEW));
    expect(decide(lookOf({ git: [settings("1", mode)], live: [live] })).lines).toEqual(lines);
  });

  test("an annotation that is no mode is told in words", () => {
    const live = [appliedAt(settings("1"), NEW)];
    const { plan } = decide(lookOf({ git: [settings("1", "obsrve")], live }));
    expect(plan.objects[0]?.refusal?.message).toBe(
      'stack.yaml:1:1: ConfigMap/shop/a: metadata.annotations["lockstep.dev/mode"] is "obsrve"; did you mean observe?; ' +
        'expected one of enforce, observe, create-only, off; YAML takes off without quotes for "no"',
    );
  });

  test("another mode alone is nothing to apply", () => {
    const look = lookOf({
      git: [settings("1", "observe")],
      before: [settings("1")],
      live: [appliedAt(settings("1"), OLD)],
    });
    expect(decide(look).lines).toEqual(["keep ConfigMap/shop/a [Ready]"]);
  });

  test("nor is it where it is the only annotation", () => {
    const look = lookOf({
      git: [bare({ "lockstep.dev/mode": "observe" })],
      before: [bare()],
      live: [appliedAt(bare(), OLD)],
    });
    expect(decide(look).lines).toEqual(["keep ConfigMap/shop/a [Ready]"]);
  });

  test("the mode of a kind counts for that kind alone", () => {
    const service = manifest("Service/shop/b", { spec: "{ports: [{port: 80}]}" });
    const look = lookOf({
      git: [settings("2"), service],
      before: [settings("1")],
      live: [appliedAt(settings("1"), OLD)],
      absent: ["Service/shop/b"],
      rules: { modes: new Map<string, Mode>([["ConfigMap", "observe"]]) },
    });
    expect(decide(look).lines).toEqual([
      "would apply ConfigMap/shop/a [Pending]",
      "apply Service/shop/b create [Pending]",
    ]);
  });

  test("neither the mode nor a label that people set on live objects is ever applied", () => {
    const written = manifest("ConfigMap/shop/a", {
      annotations: { "lockstep.dev/mode": "create-only" },
      labels: { "example.org/hands-off": "true" },
    });
    const rules = { skipLabels: ["example.org/hands-off"] };
    const { plan } = decide(lookOf({ git: [written], absent: ["ConfigMap/shop/a"], rules }));
    const { step, conditions = [] } = plan.objects[0] ?? {};
    const body = step?.intent ?? {};
    expect([
      step?.why,
      annotationOf(body, "lockstep.dev/mode"),
      labelOf(body, "example.org/hands-off"),
    ]).toEqual(["create", undefined, undefined]);
    expect(conditions).toEqual([
      {
        type: "SkipIgnored",
        message:
          "label example.org/hands-off of Git is left out, it counts on the live object only",
      },
    ]);
  });
});
