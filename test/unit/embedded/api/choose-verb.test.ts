import { expect, test } from "vitest";
import { chooseVerb } from "../../../../src/embedded/api/choose-verb.ts";
import { parsePath } from "../../../../src/embedded/api/parse-path.ts";
import { openCatalogue } from "../../../../src/embedded/kinds/open-catalogue.ts";
import { StatusError } from "../../../../src/embedded/status-error.ts";
import { openStore } from "../../../../src/embedded/store/open-store.ts";
import { widgetDefinition } from "../../../support/widget-definition.ts";

const store = openStore({ folder: undefined, historyMax: 10 });
const definitions = { group: "apiextensions.k8s.io", plural: "customresourcedefinitions" };
store.put({ ...definitions, namespace: "", name: "widgets.example.com" }, widgetDefinition());
const catalogue = openCatalogue(store);

const MAPS = "/api/v1/namespaces/shop/configmaps";
const WIDGETS = "/apis/example.com/v1/namespaces/shop/widgets";

test.each([
  ["GET", MAPS, "list"],
  ["GET", `${MAPS}?watch`, "watch"],
  ["GET", `${MAPS}?watch=x`, "watch"],
  ["GET", `${MAPS}?watch=False`, "list"],
  ["GET", `${MAPS}?watch=0`, "list"],
  ["GET", `${MAPS}/a?watch=1`, "get"],
  ["GET", "/api/v1/watch/namespaces/shop/configmaps/a", "watch"],
  ["POST", "/api/v1/watch/namespaces/shop/configmaps", "405"],
  ["POST", MAPS, "create"],
  ["DELETE", MAPS, "deletecollection"],
  ["PUT", MAPS, "405"],
  ["HEAD", MAPS, "405"],
  ["GET", "/api/v1/configmaps", "list"],
  ["POST", "/api/v1/configmaps", "405"],
  ["DELETE", "/api/v1/configmaps", "405"],
  ["DELETE", "/api/v1/namespaces", "405"],
  ["PATCH", `${MAPS}/a`, "patch"],
  ["POST", `${MAPS}/a`, "405"],
  ["GET", `${MAPS}/a/status`, "404"],
  ["PUT", "/api/v1/namespaces/shop/finalize", "update"],
  ["GET", "/api/v1/namespaces/shop/finalize", "405"],
  ["DELETE", "/apis/apps/v1/namespaces/shop/deployments/a/scale", "405"],
  ["GET", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", "405"],
  ["GET", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews/x", "404"],
  ["GET", WIDGETS, "list"],
  ["HEAD", WIDGETS, "list"],
  ["PUT", WIDGETS, "400"],
  ["OPTIONS", WIDGETS, "405"],
  ["POST", "/apis/example.com/v1/widgets", "no path"],
  ["GET", "/apis/example.com/v1/widgets?watch=1", "watch"],
  ["POST", `${WIDGETS}/a`, "create"],
  ["GET", `${WIDGETS}/a/status`, "get"],
  ["DELETE", `${WIDGETS}/a/status`, "405"],
  ["GET", `${WIDGETS}/a/foo`, "404"],
])("%s %s is %s", (method, url, expected) => {
  expect(outcome(method, url)).toBe(expected);
});

function outcome(method: string, url: string): string {
  const [path = "", query = ""] = url.split("?");
  const target = parsePath(path, catalogue);
  if (target.kind !== "objects") return target.kind;
  try {
    return chooseVerb(method, target, new URLSearchParams(query)) ?? "no path";
  } catch (error) {
    return error instanceof StatusError ? String(error.code) : "defect";
  }
}
