import { expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { DEFINITIONS, endsWatch } from "../../../../src/embedded/api/ends-watch.ts";
import type { Resource } from "../../../../src/embedded/kinds/resource.ts";
import type { Change } from "../../../../src/embedded/store/object-store.ts";
import { openWorld } from "../requests/open-world.ts";

const SERVED = { versions: [{ name: "v1", served: true }] };
const NAMES = { plural: "widgets", kind: "Widget" };

function definition(more: JsonObject = {}): JsonObject {
  return { metadata: {}, spec: SERVED, status: { acceptedNames: NAMES }, ...more };
}

function changed(kind: Change["kind"], object: JsonObject, name: string): Change {
  const place = { ...DEFINITIONS, namespace: "", name };
  return { kind, place, object, before: kind === "added" ? undefined : definition(), revision: 2 };
}

function widgets(isCustom: boolean): Resource {
  const plain = openWorld().catalogue.find({ group: "", version: "v1", plural: "configmaps" });
  if (plain === undefined) throw new Error("no configmaps");
  return { ...plain, group: "example.com", plural: "widgets", isCustom };
}

test.each<[string, Change["kind"], JsonObject, boolean]>([
  ["is deleted", "deleted", {}, true],
  ["comes again", "added", {}, true],
  ["serves otherwise", "modified", { spec: { versions: [] } }, true],
  ["gets other names", "modified", { status: { acceptedNames: {} } }, true],
  ["gets a label", "modified", { metadata: { labels: { a: "b" } } }, false],
  [
    "gets a condition",
    "modified",
    { status: { acceptedNames: NAMES, conditions: [{ type: "Terminating" }] } },
    false,
  ],
])("a watch of a kind whose definition %s", (_, kind, more, ends) => {
  const change = changed(kind, definition(more), "widgets.example.com");
  expect(endsWatch(change, widgets(true))).toBe(ends);
  expect(endsWatch(change, widgets(false))).toBe(false);
  expect(endsWatch({ ...change, place: { ...change.place, name: "x" } }, widgets(true))).toBe(
    false,
  );
});
