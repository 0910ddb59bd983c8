import { describe, expect, test } from "vitest";
import {
  isJsonObject,
  type JsonObject,
  listAt,
  objectAt,
} from "../../../../src/core/object/json.ts";
import { decide } from "../../../support/decide.ts";
import { manifest } from "../../../support/graph-builders.ts";
import { appliedAt, lookOf, OLD } from "../../../support/look-builder.ts";
import { applyObject, patchOwners } from "../../../support/server-side-apply.ts";

const before = manifest("ConfigMap/shop/a", { rest: "data: {x: '1', y: '2'}" });
const after = manifest("ConfigMap/shop/a", { rest: "data: {x: '1'}" });
const live = appliedAt(before, OLD);

/** The object with other entries than it has. */
function withEntries(
  change: (own: JsonObject) => readonly JsonObject[],
  object: JsonObject = live,
): JsonObject {
  const metadata = objectAt(object, "metadata") ?? {};
  const [own = {}] = listAt(metadata, "managedFields").filter(isJsonObject);
  return { ...object, metadata: { ...metadata, managedFields: change(own) } };
}

/** What the object holds after the planned transfer and apply. */
function dataAfter(object: JsonObject, answers: Parameters<typeof decide>[1] = {}): unknown {
  const look = lookOf({ git: [after], before: [before], live: [object] });
  const [plan] = decide(look, answers).plan.objects;
  const transfer = plan?.step?.transfer ?? [];
  const moved = transfer.length === 0 ? object : patchOwners(object, transfer);
  return applyObject(moved, plan?.step?.intent ?? {})["data"];
}

const bystander = { fieldsV1: { "f:data": { "f:z": {} } } };

describe("what Git drops goes", () => {
  test.each([
    {
      what: "although somebody else applied all of it",
      entries: (own: JsonObject) => [own, { ...own, manager: "peer" }],
    },
    {
      what: "although our entry is lost, and nobody owns it",
      entries: (own: JsonObject) => [{ ...own, ...bystander, manager: "peer" }],
    },
    {
      what: "although our entry is lost, and somebody else owns it",
      entries: (own: JsonObject) => [{ ...own, manager: "peer" }],
    },
    {
      what: "although somebody updated all of it under our own name",
      entries: (own: JsonObject) => [own, { ...own, operation: "Update" }],
    },
    {
      what: "although it lies in the bucket of the oldest managers",
      entries: (own: JsonObject) => [
        own,
        { ...own, manager: "ancient-changes", operation: "Update" },
      ],
    },
  ])("$what", ({ entries }) => {
    expect(dataAfter(withEntries(entries))).toEqual({ x: "1" });
  });

  test("from an entry at another API version, once it is known to mean the same there", () => {
    const object = withEntries((own) => [own, { ...own, manager: "peer", apiVersion: "v0" }]);
    const look = lookOf({ git: [after], before: [before], live: [object] });
    const atVersion = { kind: "present", object: { ...object, apiVersion: "v0" } } as const;
    expect(decide(look, { atVersion }).asked).toContain("ask at-version ConfigMap/shop/a");
    expect(dataAfter(object, { atVersion })).toEqual({ x: "1" });
    expect(dataAfter(object, { atVersion: { kind: "not-served" } })).toEqual({ x: "1", y: "2" });
  });

  test("a preflight that is refused says nothing while co-owners keep what is dropped", () => {
    const object = withEntries((own) => [own, { ...own, manager: "peer" }]);
    const look = lookOf({ git: [after], before: [before], live: [object] });
    const refuse = { "ask dry-run ConfigMap/shop/a": "invalid" } as const;
    const [plan] = decide(look, { refuse }).plan.objects;
    expect([plan?.step?.why, plan?.step?.transfer.length]).toEqual(["change", 2]);
  });

  test("in a converged pass nobody asks how an object reads at other versions", () => {
    const object = withEntries((own) => [own, { ...own, manager: "peer", apiVersion: "v0" }]);
    const look = lookOf({ git: [before], before: [before], live: [object] });
    expect(decide(look).asked.filter((asked) => asked.includes("at-version"))).toEqual([]);
  });
});
