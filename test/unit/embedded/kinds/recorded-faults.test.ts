import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import {
  isJsonObject,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
} from "../../../../src/core/object/json.ts";
import { changeFaults, faultsOf, write } from "./kind-bench.ts";

/**
 * What kube-apiserver 1.34 said about bad objects and bad changes, recorded with `dryRun=All`. Explanations of syntax are cut, and
 * so are the differences between Go structs that it shows. Of a change, `faults` are those of the merge patch.
 */
function recorded(file: string): readonly JsonObject[] {
  const lines = readFileSync(new URL(file, import.meta.url), "utf8")
    .trim()
    .split("\n");
  return lines.map((line): unknown => JSON.parse(line)).filter(isJsonObject);
}

function brief(row: JsonObject): string {
  return JSON.stringify(row["change"] ?? row["parts"]).slice(0, 120);
}

describe("what the server said about new objects", () => {
  const rows = recorded("recorded-faults.jsonl");
  const kinds = [...new Set(rows.map((each) => textAt(each, "kind") ?? ""))];

  test.each(kinds)("%s", (kind) => {
    const own = rows.filter((each) => each["kind"] === kind);
    const said = own.map((row) => [brief(row), listAt(row, "faults")]);
    const found = own.map((row) => [
      brief(row),
      faultsOf(write(kind, objectAt(row, "parts") ?? {}, textAt(row, "name") ?? "x")),
    ]);
    expect(found).toEqual(said);
  });
});

describe("what the server said about changes", () => {
  const rows = recorded("recorded-changes.jsonl");
  const kinds = [...new Set(rows.map((each) => textAt(each, "kind") ?? ""))];

  test.each(kinds)("%s", (kind) => {
    const own = rows.filter((each) => each["kind"] === kind);
    const said = own.map((row) => [brief(row), listAt(row, "faults")]);
    const found = own.map((row) => [
      brief(row),
      changeFaults(write(kind, objectAt(row, "parts") ?? {}), objectAt(row, "change") ?? {}),
    ]);
    expect(found).toEqual(said);
  });
});
