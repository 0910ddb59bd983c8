import { expect, test } from "vitest";
import { textAt } from "../../../../src/core/object/json.ts";
import { CONFIG_MAPS } from "../../../../src/embedded/kinds/collections.ts";
import { openControllerWorld } from "../../../support/controller-world.ts";

const CONFIG_MAP = { apiVersion: "v1", kind: "ConfigMap" };

test.each([
  { members: ["a", "b"], propagationPolicy: "Foreground" },
  { members: ["a", "b", "c"], propagationPolicy: "Foreground" },
  { members: ["a", "b", "c"], propagationPolicy: "Background" },
])("a circle of owners is deleted as one: $members, $propagationPolicy", (row) => {
  const { members, propagationPolicy } = row;
  const world = openControllerWorld();
  for (const name of members) {
    world.create({ ...CONFIG_MAP, metadata: { name, namespace: "shop" } });
  }
  for (const [index, name] of members.entries()) {
    const owner = { ...CONFIG_MAP, name: members.at(index - 1) ?? "" };
    const uid = textAt(world.get(owner), "metadata", "uid") ?? "";
    const ownerReferences = [{ ...owner, uid, blockOwnerDeletion: true }];
    world.patch({ ...CONFIG_MAP, name }, { metadata: { ownerReferences } });
  }
  world.remove({ ...CONFIG_MAP, name: "a" }, { propagationPolicy });
  world.timers.pass(5_000);
  const left = world.list(CONFIG_MAPS).map((each) => textAt(each, "metadata", "name") ?? "");
  expect(left.filter((each) => members.includes(each))).toEqual([]);
  expect(world.defects).toEqual([]);
});
