import { beforeAll, expect, test } from "vitest";
import {
  canonicalText,
  isJsonObject,
  type JsonObject,
  listAt,
  valueAt,
} from "../../../../src/core/object/json.ts";
import { encodeOpenApi } from "../../../../src/embedded/api/encode-open-api.ts";
import { OpenApi } from "../../../../src/embedded/api/open-api.ts";
import { openCatalogue } from "../../../../src/embedded/kinds/open-catalogue.ts";
import type { World } from "../../../../src/embedded/kinds/resource.ts";
import { openStore } from "../../../../src/embedded/store/open-store.ts";
import { widgetDefinition } from "../../../support/widget-definition.ts";

const store = openStore({ folder: undefined, historyMax: 10 });
const world: World = {
  store,
  catalogue: openCatalogue(store),
  now: () => 0,
  randomText: () => "",
  newUid: () => "",
};
const openApi = new OpenApi(world);
let apps: JsonObject = {};

beforeAll(() => {
  apps = parsed(openApi.ofGroup("apis/apps/v1")?.text ?? "{}");
});

const SCHEMAS = ["components", "schemas"];

test.each<[string, readonly string[], string]>([
  [
    "lists say how they merge",
    ["io.k8s.api.core.v1.PodSpec", "properties", "containers"],
    '{"items":{"$ref":"#/components/schemas/io.k8s.api.core.v1.Container"},"type":"array","x-kubernetes-list-map-keys":["name"],"x-kubernetes-list-type":"map","x-kubernetes-patch-merge-key":"name","x-kubernetes-patch-strategy":"merge"}',
  ],
  [
    "kinds are marked",
    ["io.k8s.api.apps.v1.Deployment", "x-kubernetes-group-version-kind"],
    '[{"group":"apps","kind":"Deployment","version":"v1"}]',
  ],
  [
    "quantities",
    ["io.k8s.apimachinery.pkg.api.resource.Quantity"],
    '{"oneOf":[{"type":"string"},{"type":"number"}]}',
  ],
])("%s", (_, path, expected) => {
  expect(canonicalText(valueAt(apps, ...SCHEMAS, ...path) ?? null)).toBe(expected);
});

test("kubectl finds out from a patch that the server validates fields and knows dry runs", () => {
  const path = "/apis/apps/v1/namespaces/{namespace}/deployments/{name}";
  const parameters = listAt(apps, "paths", path, "patch", "parameters");
  const names = parameters.map((each) => valueAt(each, "name"));
  expect(names).toEqual(["dryRun", "fieldManager", "fieldValidation", "force"]);
});

test("a document stays the same until a CRD of its group changes", () => {
  const before = openApi.ofGroup("apis/apps/v1");
  expect(openApi.ofGroup("apis/example.com/v1")).toBeUndefined();
  const whole = openApi.whole();
  const definitions = { group: "apiextensions.k8s.io", plural: "customresourcedefinitions" };
  store.put({ ...definitions, namespace: "", name: "widgets.example.com" }, widgetDefinition());
  expect(openApi.ofGroup("apis/apps/v1")).toBe(before);
  expect(openApi.whole()).not.toBe(whole);
  const widgets = parsed(openApi.ofGroup("apis/example.com/v1")?.text ?? "{}");
  const type = valueAt(widgets, ...SCHEMAS, "com.example.v1.Widget", "properties", "spec");
  expect(valueAt(type, "description")).toBe("What it is.");
  expect(openApi.index()).toContain(
    '"apis/example.com/v1":{"serverRelativeURL":"/openapi/v3/apis/',
  );
});

test("the document as Protocol Buffers, field for field as the real server writes it", () => {
  const document = {
    swagger: "2.0",
    info: { title: "Kubernetes", version: "1.34" },
    paths: {},
    definitions: { a: { type: "string", "x-kubernetes-action": "list" } },
  };
  const extension = "fa01200a13782d6b756265726e657465732d616374696f6e12091207226c697374220a";
  expect(encodeOpenApi(document).toString("hex")).toBe(
    `0a03322e3012120a0a4b756265726e657465731204312e333442004a350a330a0161122eb201080a06737472696e67${extension}`,
  );
});

function parsed(text: string): JsonObject {
  const value: unknown = JSON.parse(text);
  return isJsonObject(value) ? value : {};
}
