import { expect, test } from "vitest";
import { type JsonObject, objectAt, textAt } from "../../../../src/core/object/json.ts";
import { eventOf } from "../../../../src/embedded/api/watch-events.ts";
import type { Change } from "../../../../src/embedded/store/object-store.ts";

const IN = { app: "x" };
const OUT = { app: "y" };

test.each<[string, Change, string]>([
  ["a new one", change("added", { after: IN }), "ADDED app=x @9"],
  ["a new one that is not selected", change("added", { after: OUT }), "-"],
  ["a change", change("modified", { before: IN, after: IN }), "MODIFIED app=x @9"],
  [
    "one that comes into the selection",
    change("modified", { before: OUT, after: IN }),
    "ADDED app=x @9",
  ],
  [
    "one that leaves the selection is told as it was, with the version of the change",
    change("modified", { before: IN, after: OUT }),
    "DELETED app=x @9",
  ],
  ["one that stays outside", change("modified", { before: OUT, after: OUT }), "-"],
  ["a deletion", change("deleted", { before: IN, after: IN }), "DELETED app=x @9"],
  ["a deletion outside", change("deleted", { before: OUT, after: OUT }), "-"],
  ["another namespace", { ...change("added", { after: IN }), place: place("other") }, "-"],
])("%s", (_, told, expected) => {
  const watched = {
    namespace: "shop",
    selects: (seen: JsonObject) => textAt(seen, "metadata", "labels", "app") === "x",
  };
  const event = eventOf(told, watched);
  const metadata = objectAt(event?.object, "metadata");
  const app = textAt(metadata, "labels", "app") ?? "";
  const version = textAt(metadata, "resourceVersion") ?? "";
  expect(event === undefined ? "-" : `${event.type} app=${app} @${version}`).toBe(expected);
});

function change(
  kind: Change["kind"],
  { before, after }: { readonly before?: JsonObject; readonly after: JsonObject },
): Change {
  return {
    kind,
    place: place("shop"),
    object: object(after, "9"),
    before: before === undefined ? undefined : object(before, "3"),
    revision: 9,
  };
}

function place(namespace: string): Change["place"] {
  return { group: "", plural: "configmaps", namespace, name: "a" };
}

function object(labels: JsonObject, resourceVersion: string): JsonObject {
  return { metadata: { name: "a", labels, resourceVersion } };
}
