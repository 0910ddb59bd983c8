import { expect, test } from "vitest";
import { offered } from "../../support/offer-builder.ts";
import { look, openOffering, pass } from "../../support/offer-world.ts";

const ROLE = `apiVersion: rbac.authorization.k8s.io/v1
kind: Role
metadata: { name: reader, labels: { team: red } }
rules: []
`;
const DRIFT = offered("x", {
  id: { group: "rbac.authorization.k8s.io", kind: "Role", namespace: "shop", name: "reader" },
  path: "/metadata/labels/team",
  desired: "red",
  live: "blue",
});

test.each([
  { keys: [], files: [] },
  { keys: ["includeRights: true"], files: ["role.yaml"] },
])(
  "RBAC is offered where that is configured alone: with $keys, $files",
  async ({ keys, files }) => {
    const world = await openOffering(...keys);
    world.source.commit({ "role.yaml": ROLE });
    await pass(world);
    await look(world, DRIFT);
    expect([...(world.forge.offer?.files.keys() ?? [])]).toEqual(files);
  },
);
