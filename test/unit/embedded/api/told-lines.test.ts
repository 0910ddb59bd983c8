import { expect, test } from "vitest";
import { ToldLines } from "../../../../src/embedded/api/told-lines.ts";
import type { Change } from "../../../../src/embedded/store/object-store.ts";

function changeAt(revision: number): Change {
  const place = { group: "", plural: "configmaps", namespace: "n", name: "a" };
  return { kind: "modified", place, object: {}, before: {}, revision };
}

test("a change is written once for all watches of one form", () => {
  const told = new ToldLines();
  const made: string[] = [];
  const resources = { v1: {}, v2: {} };
  function ask(change: Change, version: keyof typeof resources, text: string): Buffer | undefined {
    return told.lineOf(change, { resource: resources[version], text }, () => {
      made.push(`${String(change.revision)} ${version} ${text}`);
      return Buffer.from(made.join());
    });
  }
  const [one, two] = [changeAt(1), changeAt(2)];
  const first = ask(one, "v1", "ADDED object");
  expect(ask(one, "v1", "ADDED object")).toBe(first);
  for (let count = 0; count < 2; count += 1) {
    ask(one, "v1", "MODIFIED object");
    ask(one, "v2", "ADDED object");
  }
  expect(ask(two, "v1", "ADDED object")).not.toBe(first);
  expect(made).toEqual([
    "1 v1 ADDED object",
    "1 v1 MODIFIED object",
    "1 v2 ADDED object",
    "2 v1 ADDED object",
  ]);
});
