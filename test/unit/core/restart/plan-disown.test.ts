import { expect, test } from "vitest";
import { findWaveOwners, planDisown } from "../../../../src/core/restart/plan-disown.ts";
import { yaml } from "../../../support/graph-builders.ts";

const WAVE =
  "{ apiVersion: apps/v1, kind: Deployment, name: web, uid: u1, blockOwnerDeletion: true, controller: false }";

function owned(...owners: readonly string[]): ReturnType<typeof yaml> {
  return yaml(`{ metadata: { resourceVersion: "7", ownerReferences: [${owners.join(", ")}] } }`);
}

test.each([
  ["in Wave's form", WAVE, ["u1"]],
  ["of a StatefulSet", WAVE.replace("Deployment", "StatefulSet"), ["u1"]],
  ["of another kind", WAVE.replace("Deployment", "ReplicaSet"), []],
  ["of another version", WAVE.replace("apps/v1", "apps/v1beta1"), []],
  ["that controls", WAVE.replace("controller: false", "controller: true"), []],
  ["that says nothing of control", WAVE.replace(", controller: false", ""), []],
  ["that does not block", WAVE.replace("Deletion: true", "Deletion: false"), []],
  ["with more fields", WAVE.replace("{ ", "{ more: 1, "), []],
])("an owner %s", (_, owner, uids) => {
  expect(findWaveOwners(owned(owner)).map(({ uid }) => uid)).toEqual(uids);
});

test("only these go, all others stay in their order, under the version that was read", () => {
  const [other, twin] = [
    WAVE.replaceAll("u1", "u2"),
    WAVE.replace("controller: false", "controller: true"),
  ];
  const source = owned(other, WAVE, twin);
  expect(planDisown(source, new Set(["u1"]))).toEqual([
    {
      op: "replace",
      path: "/metadata/ownerReferences",
      value: [yaml(other), yaml(twin)],
    },
    { op: "replace", path: "/metadata/resourceVersion", value: "7" },
  ]);
});

test("with the last one the list goes", () => {
  expect(planDisown(owned(WAVE), new Set(["u1"]))[0]).toEqual({
    op: "remove",
    path: "/metadata/ownerReferences",
  });
});
