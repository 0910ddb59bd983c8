import { expect, test } from "vitest";
import { objectAt } from "../../../../src/core/object/json.ts";
import { listObjects } from "../../../../src/embedded/requests/list-objects.ts";
import { openWorld } from "./open-world.ts";

test.each([
  ["limit=1", 1],
  ["limit=1&labelSelector=", 1],
  ["limit=1&labelSelector=!app", undefined],
  ["limit=1&labelSelector=&fieldSelector=metadata.name!=x", undefined],
])("a page of %s tells that %s are left", (query, left) => {
  const world = openWorld();
  const resource = world.catalogue.find({ group: "", version: "v1", plural: "namespaces" });
  if (resource === undefined) throw new Error("no namespaces");
  const { answer } = listObjects(
    {
      verb: "list",
      resource,
      namespace: "",
      name: "",
      subresource: "",
      query: new URLSearchParams(query),
      contentType: "",
      body: "",
      caller: { user: "admin", userAgent: "probe/1" },
    },
    world,
  );
  expect(objectAt(answer.body, "metadata")?.["remainingItemCount"]).toBe(left);
});
