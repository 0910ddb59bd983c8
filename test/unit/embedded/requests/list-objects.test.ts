import { expect, test } from "vitest";
import { numberAt } from "../../../../src/core/object/json.ts";
import { askWorld } from "./ask-world.ts";
import { openWorld } from "./open-world.ts";

test.each([
  ["limit=1", 1],
  ["limit=1&labelSelector=", 1],
  ["limit=1&labelSelector=!app", undefined],
  ["limit=1&labelSelector=&fieldSelector=metadata.name!=x", undefined],
])("the first page of %s tells that %s are left", (query, left) => {
  const { body } = askWorld(openWorld(), { verb: "list", plural: "namespaces", query });
  expect(numberAt(body, "metadata", "remainingItemCount")).toBe(left);
});
