import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../../src/core/object/json.ts";
import { readManagerEntries } from "../../../../src/core/ownership/read-manager-entries.ts";
import { rawEntry } from "../../../support/managed-object.ts";

const edit = rawEntry("kubectl-edit", { "f:data": { "f:b": {} } });

describe("readManagerEntries", () => {
  test("counts what is malformed and goes on", () => {
    const list: readonly Json[] = [
      edit,
      null,
      3,
      "x",
      {},
      { ...edit, operation: "Delete" },
      { ...edit, fieldsV1: [] },
      { ...edit, fieldsV1: { f: {} } },
    ];
    const read = readManagerEntries({ metadata: { managedFields: list } });
    expect([read.entries.length, read.undecodable, read.isStripped]).toEqual([1, 7, false]);
  });

  test.each<{ live: JsonObject }>([
    { live: {} },
    { live: { metadata: null } },
    { live: { metadata: { managedFields: [] } } },
    { live: { metadata: { managedFields: "x" } } },
  ])("$live is stripped", ({ live }) => {
    expect(readManagerEntries(live)).toEqual({ entries: [], undecodable: 0, isStripped: true });
  });
});
