import { expect, test } from "vitest";
import { resourcePath } from "../../../../src/adapters/kubernetes/resource-path.ts";

const configMaps = { group: "", version: "v1", plural: "configmaps", isNamespaced: true };
const deployments = { group: "apps", version: "v1", plural: "deployments", isNamespaced: true };
const roles = {
  group: "rbac.authorization.k8s.io",
  version: "v1",
  plural: "clusterroles",
  isNamespaced: false,
};

test.each([
  {
    kind: configMaps,
    at: { namespace: "shop", name: "a" },
    path: "/api/v1/namespaces/shop/configmaps/a",
  },
  { kind: configMaps, at: { namespace: "" }, path: "/api/v1/configmaps" },
  {
    kind: deployments,
    at: { namespace: "shop" },
    path: "/apis/apps/v1/namespaces/shop/deployments",
  },
  {
    kind: deployments,
    at: { namespace: "shop", name: "web", subresource: "status" },
    path: "/apis/apps/v1/namespaces/shop/deployments/web/status",
  },
  {
    kind: roles,
    at: { namespace: "ignored", name: "system:node" },
    path: "/apis/rbac.authorization.k8s.io/v1/clusterroles/system%3Anode",
  },
  {
    kind: configMaps,
    at: { namespace: "..", name: "../../secrets/key?x" },
    path: "/api/v1/namespaces/%2E%2E/configmaps/..%2F..%2Fsecrets%2Fkey%3Fx",
  },
])("$path", ({ kind, at, path }) => {
  expect(resourcePath(kind, at)).toBe(path);
});
