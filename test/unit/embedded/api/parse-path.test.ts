import { expect, test } from "vitest";
import { parsePath } from "../../../../src/embedded/api/parse-path.ts";
import type { Target } from "../../../../src/embedded/api/target.ts";
import { openCatalogue } from "../../../../src/embedded/kinds/open-catalogue.ts";
import { openStore } from "../../../../src/embedded/store/open-store.ts";
import { widgetDefinition } from "../../../support/widget-definition.ts";

const store = openStore({ folder: undefined, historyMax: 10 });
store.put(
  {
    group: "apiextensions.k8s.io",
    plural: "customresourcedefinitions",
    namespace: "",
    name: "widgets.example.com",
  },
  widgetDefinition(),
);
const catalogue = openCatalogue(store);

test.each([
  ["/", "paths"],
  ["/api", "core-versions"],
  ["/api/", "core-versions"],
  ["/apis", "groups"],
  ["/apis/", "groups"],
  ["/apis/apps", "group apps"],
  ["/apis/apps/", "group apps"],
  ["/apis/apps/v1", "resources apps v1"],
  ["/api/v1", "resources  v1"],
  ["/apis/example.com/v1", "resources example.com v1 custom"],
  ["/version", "version"],
  ["/healthz", "health healthz"],
  ["/readyz/ping", "health readyz ping"],
  ["/openapi/v2", "whole"],
  ["/openapi/v3", "index"],
  ["/openapi/v3/apis/apps/v1", "group apis/apps/v1"],
])("%s is a document: %s", (path, expected) => {
  expect(brief(parsePath(path, catalogue))).toBe(expected);
});

test.each([
  ["/api/v1/pods", "pods ns= name= sub="],
  ["/api/v1/namespaces", "namespaces ns= name= sub="],
  ["/api/v1/namespaces/shop", "namespaces ns= name=shop sub="],
  ["/api/v1/namespaces/shop/", "namespaces ns= name=shop sub="],
  ["/api/v1/namespaces/shop/status", "namespaces ns= name=shop sub=status"],
  ["/api/v1/namespaces/shop/finalize", "namespaces ns= name=shop sub=finalize"],
  ["/api/v1/namespaces/shop/pods", "pods ns=shop name= sub="],
  ["/api/v1/namespaces/shop/pods/a", "pods ns=shop name=a sub="],
  ["/api/v1/namespaces/shop/pods/a/log", "pods ns=shop name=a sub=log"],
  ["/api/v1/namespaces/status/pods", "pods ns=status name= sub="],
  ["/api/v1/nodes/a/status", "nodes ns= name=a sub=status"],
  ["/apis/apps/v1/namespaces/shop/deployments/web/scale", "deployments ns=shop name=web sub=scale"],
  ["/api/v1/watch/pods", "pods ns= name= sub= watch"],
  ["/api/v1/watch/namespaces/shop/pods/a", "pods ns=shop name=a sub= watch"],
  ["/apis/example.com/v1/widgets", "widgets ns= name= sub="],
  ["/apis/example.com/v1/namespaces/shop/widgets/a/x/y", "widgets ns=shop name=a sub=x/y"],
])("%s is about objects: %s", (path, expected) => {
  expect(brief(parsePath(path, catalogue))).toBe(expected);
});

test.each([
  ["/foo", "text"],
  ["//", "text"],
  ["//healthz", "text"],
  ["/healthz/", "text"],
  ["/readyz/foo", "text"],
  ["/metrics/x", "text"],
  ["/apis//", "text"],
  ["/apis/foo.example/v1/foos", "text"],
  ["/apis/example.com/v2/widgets", "text"],
  ["/apis/example.com/v1/foos", "text"],
  ["/apis/example.com/v1/widgets/a", "text"],
  ["/api/v2", "status"],
  ["/version/x", "status"],
  ["/apis/apps/v9/deployments", "status"],
  ["/apis/apps/v1/foos", "status"],
  ["/apis/apps/v1//deployments", "status"],
  ["/apis/apps/v1/namespaces/shop", "status"],
  ["/api/v1/configmaps/a", "status"],
  ["/api/v1/namespaces/shop/nodes", "status"],
  ["/api/v1/namespaces/shop/configmaps/../configmaps/a", "status"],
  ["/api/v1/namespaces/shop/configmaps/a/b/c", "status"],
  ["/api/v1//namespaces/shop/configmaps/a", "status"],
  ["/api/v1/watch", "status"],
  ["/api/v1/__proto__", "status"],
])("%s is nothing, said as %s", (path, form) => {
  expect(brief(parsePath(path, catalogue))).toBe(`nothing ${form}`);
});

function brief(target: Target): string {
  if (target.kind === "nothing") return `nothing ${target.form}`;
  if (target.kind !== "objects") {
    return Object.values(target.document).map(briefValue).join(" ").trim();
  }
  const { resource, namespace, name, subresource, isWatch } = target;
  const watch = isWatch ? " watch" : "";
  return `${resource.plural} ns=${namespace} name=${name} sub=${subresource}${watch}`;
}

function briefValue(value: string | boolean): string {
  if (typeof value === "string") return value;
  return value ? "custom" : "";
}
