import { expect, test } from "vitest";
import type { SeenHistory } from "../../../../src/core/drift/seen-edits.ts";
import { resourceVersionOf } from "../../../../src/core/object/live-object.ts";
import { decide } from "../../../support/decide.ts";
import { manifest, yaml } from "../../../support/graph-builders.ts";
import { appliedAt, keyOf, lookOf, memoryOf, NEW } from "../../../support/look-builder.ts";
import { editObject } from "../../../support/server-side-apply.ts";

const a = manifest("ConfigMap/shop/a", { rest: "data: {x: '1', y: '1'}" });
const live = editObject(appliedAt(a, NEW), "anna", yaml("data: {x: null}"));

function decideAfter(resourceVersion: string): ReturnType<typeof decide> {
  const writer = { manager: "ben", operation: "Update", time: "2026-01-01T00:00:00Z" } as const;
  const seen: SeenHistory = {
    resourceVersion,
    edits: [{ path: "/data/x", before: "1", after: undefined, writer }],
  };
  const look = lookOf({
    git: [a],
    live: [live],
    memory: memoryOf({ "ConfigMap/shop/a": { appliedRevision: NEW } }),
  });
  return decide({ ...look, edits: new Map([[keyOf(live), seen]]) });
}

function namedAfter(resourceVersion: string): readonly string[] {
  return decideAfter(resourceVersion).lines;
}

test("W1: who was seen to remove it is counted by name when it is taken back", () => {
  const { plan } = decideAfter(resourceVersionOf(live));
  expect(plan.objects.map(({ takesBack }) => takesBack.map(({ managers }) => managers))).toEqual([
    [["ben"]],
  ]);
});

test("the very version that was watched: who removed it is named", () => {
  expect(namedAfter(resourceVersionOf(live))).toEqual([
    "revert ConfigMap/shop/a: removed /data/x by ben reverted [Ready]",
  ]);
});

test("a version that was read since, newer than what was watched: nobody is named, for another may have removed it again", () => {
  expect(namedAfter("1")).toEqual(["revert ConfigMap/shop/a: removed /data/x reverted [Ready]"]);
});
