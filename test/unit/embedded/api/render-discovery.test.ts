import { expect, test } from "vitest";
import { canonicalText, listAt, textAt, valueAt } from "../../../../src/core/object/json.ts";
import {
  renderAggregated,
  renderGroup,
  renderGroups,
  renderResources,
} from "../../../../src/embedded/api/render-discovery.ts";
import { openCatalogue } from "../../../../src/embedded/kinds/open-catalogue.ts";
import { openStore } from "../../../../src/embedded/store/open-store.ts";
import { widgetDefinition } from "../../../support/widget-definition.ts";

const store = openStore({ folder: undefined, historyMax: 10 });
const definitions = { group: "apiextensions.k8s.io", plural: "customresourcedefinitions" };
store.put({ ...definitions, namespace: "", name: "widgets.example.com" }, widgetDefinition());
const resources = openCatalogue(store).resources();

test("a group with its versions", () => {
  expect(canonicalText(renderGroup("apps", resources))).toBe(
    '{"apiVersion":"v1","kind":"APIGroup","name":"apps","preferredVersion":{"groupVersion":"apps/v1","version":"v1"},"versions":[{"groupVersion":"apps/v1","version":"v1"}]}',
  );
  const names = listAt(renderGroups(resources), "groups").map((each) => textAt(each, "name"));
  expect([names[0], names.at(-1), names.includes("")]).toEqual([
    "apiregistration.k8s.io",
    "example.com",
    false,
  ]);
});

test("a kind with its parts; the hash is that of the real server", () => {
  const list = listAt(renderResources({ group: "apps", version: "v1" }, resources), "resources");
  const deployments = list.filter((each) => textAt(each, "name")?.startsWith("deployments"));
  expect(canonicalText(deployments)).toBe(
    '[{"categories":["all"],"kind":"Deployment","name":"deployments","namespaced":true,"shortNames":["deploy"],"singularName":"deployment","storageVersionHash":"8aSe+NMegvE=","verbs":["create","delete","deletecollection","get","list","patch","update","watch"]},{"group":"autoscaling","kind":"Scale","name":"deployments/scale","namespaced":true,"singularName":"","verbs":["get","patch","update"],"version":"v1"},{"kind":"Deployment","name":"deployments/status","namespaced":true,"singularName":"","verbs":["get","patch","update"]}]',
  );
});

test("a kind that is only asked has no hash", () => {
  const at = { group: "authorization.k8s.io", version: "v1" };
  const [review] = listAt(renderResources(at, resources), "resources");
  expect(valueAt(review, "storageVersionHash")).toBeUndefined();
});

test("all in one answer: built-in kinds leave out their group, custom ones do not", () => {
  const core = renderAggregated("core", resources);
  expect(canonicalText(valueAt(core, "items", 0, "metadata") ?? null)).toBe("{}");
  const groups = listAt(renderAggregated("groups", resources), "items");
  const custom = groups.find((each) => textAt(each, "metadata", "name") === "example.com");
  expect(canonicalText(custom ?? null)).toBe(
    '{"metadata":{"name":"example.com"},"versions":[{"freshness":"Current","resources":[{"resource":"widgets","responseKind":{"group":"example.com","kind":"Widget","version":"v1"},"scope":"Namespaced","singularResource":"widget","subresources":[{"responseKind":{"group":"example.com","kind":"Widget","version":"v1"},"subresource":"status","verbs":["get","patch","update"]}],"verbs":["delete","deletecollection","get","list","patch","create","update","watch"]}],"version":"v1"}]}',
  );
});
