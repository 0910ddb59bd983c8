import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { decide } from "../../../support/decide.ts";
import { manifest } from "../../../support/graph-builders.ts";
import { appliedAt, lookOf, NEW, type WrittenLook } from "../../../support/look-builder.ts";

const settings = manifest("ConfigMap/shop/settings", { rest: "data: {x: '1'}" });
const other = manifest("ConfigMap/shop/other", { rest: "data: {x: '1'}" });

function live(...manifests: readonly (typeof settings)[]): readonly JsonObject[] {
  return manifests.map((each) => appliedAt(each, NEW));
}

function orphansOf(look: WrittenLook): readonly string[] {
  return decide(lookOf(look)).lines.filter((line) => line.includes("orphan "));
}

describe("the brake", () => {
  const many = Array.from({ length: 11 }, (_, index) => manifest(`ConfigMap/shop/m${index + 10}`));
  const rest = Array.from({ length: 60 }, (_, index) => manifest(`ConfigMap/shop/r${index + 10}`));
  const braked =
    /^hold orphan .*: Git dropped 11 objects of \d+ at once: nothing is deleted until a commit ends with "Lockstep-Confirm-Prune: shop", or somebody runs: lockstep sync --stack shop --confirm-prune 2222222222$/;

  test.each([
    { title: "many of few", stay: 5, go: 11, isBraked: true },
    { title: "a fifth is not many", stay: 60, go: 11, isBraked: false },
    { title: "ten are not many", stay: 1, go: 10, isBraked: false },
  ])("$title: $go of $stay and them", ({ stay, go, isBraked }) => {
    const git = rest.slice(0, stay);
    const lines = orphansOf({ git, live: live(...git, ...many.slice(0, go)) });
    expect(lines).toHaveLength(go);
    expect(lines.filter((line) => braked.test(line))).toHaveLength(isBraked ? go : 0);
  });

  test("an empty source deletes nothing, be it one object", () => {
    expect(orphansOf({ git: [], live: live(settings) })).toEqual([
      expect.stringContaining("hold orphan ConfigMap/shop/settings: Git has no object any more: "),
    ]);
  });

  test("a person's word for this very revision lets them go", () => {
    const look = { git: [], live: live(settings) };
    const held = orphansOf({ ...look, confirmedPrune: "1".repeat(40) });
    expect(held).toEqual([expect.stringContaining("hold orphan")]);
    expect(orphansOf({ ...look, confirmedPrune: NEW })).toEqual([
      "delete orphan ConfigMap/shop/settings: Git no longer has it",
    ]);
  });

  test("what stays anyway does not count", () => {
    const claims = Array.from({ length: 11 }, (_, index) =>
      manifest(`PersistentVolumeClaim/shop/c${index + 10}`),
    );
    const lines = orphansOf({ git: [other], live: live(other, settings, ...claims) });
    expect(lines).toContain("delete orphan ConfigMap/shop/settings: Git no longer has it");
  });
});
