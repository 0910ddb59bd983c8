import { expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { endsWatch } from "../../../../src/embedded/api/ends-watch.ts";
import { CRDS } from "../../../../src/embedded/kinds/collections.ts";
import type { Resource } from "../../../../src/embedded/kinds/resource.ts";
import type { Change } from "../../../../src/embedded/store/object-store.ts";
import { openWorld } from "../requests/open-world.ts";

const SERVED = { versions: [{ name: "v1", served: true }] };
const NAMES = { plural: "widgets", kind: "Widget" };

function definition(more: JsonObject = {}): JsonObject {
  return { metadata: {}, spec: SERVED, status: { acceptedNames: NAMES }, ...more };
}

function changed(kind: Change["kind"], object: JsonObject, name: string): Change {
  const place = { ...CRDS, namespace: "", name };
  return { kind, place, object, before: kind === "added" ? undefined : definition(), revision: 2 };
}

function widgets(isCustom: boolean): Resource {
  const plain = openWorld().catalogue.find({ group: "", version: "v1", plural: "configmaps" });
  if (plain === undefined) throw new Error("no configmaps");
  return { ...plain, group: "example.com", plural: "widgets", isCustom };
}

interface Case {
  readonly what: string;
  readonly kind: Change["kind"];
  readonly more?: JsonObject;
  readonly ends: boolean;
}

const MARKED = {
  status: { acceptedNames: NAMES, conditions: [{ type: "Terminating", status: "True" }] },
};

test.each<Case>([
  { what: "is deleted", kind: "deleted", ends: true },
  { what: "comes again", kind: "added", ends: true },
  { what: "serves otherwise", kind: "modified", more: { spec: { versions: [] } }, ends: true },
  {
    what: "gets other names",
    kind: "modified",
    more: { status: { acceptedNames: {} } },
    ends: true,
  },
  { what: "gets a label", kind: "modified", more: { metadata: { labels: {} } }, ends: false },
  { what: "gets a condition", kind: "modified", more: MARKED, ends: false },
])("the watch of a kind whose definition $what: $ends", ({ kind, more, ends }) => {
  const change = changed(kind, definition(more), "widgets.example.com");
  expect(endsWatch(change, widgets(true))).toBe(ends);
  expect(endsWatch(change, widgets(false))).toBe(false);
  const other = changed(kind, definition(more), "gadgets.example.com");
  expect(endsWatch(other, widgets(true))).toBe(false);
});
