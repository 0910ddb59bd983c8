import { type JsonObject, listAt, objectAt } from "../../src/core/object/json.ts";
import { resourceVersionOf } from "../../src/core/object/live-object.ts";
import { compareScenarios } from "./compare-servers.ts";
import { inTurn } from "./in-turn.ts";
import { widget, widgetCrd } from "./objects.ts";
import { scenario } from "./scenario.ts";
import { serveWidgets, WIDGETS } from "./serve-widgets.ts";
import { objectOf, TEXT } from "./widget-schema.ts";

const CRD = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.$ns.example.com";
const SIMPLE = widgetCrd(objectOf({ a: TEXT }));

function withVersions(...versions: readonly JsonObject[]): JsonObject {
  const [first] = listAt(SIMPLE, "spec", "versions");
  return {
    ...SIMPLE,
    spec: {
      ...objectAt(SIMPLE, "spec"),
      versions: versions.map((each) => ({ ...objectAt(first), ...each })),
    },
  };
}

function withNames(names: JsonObject): JsonObject {
  const spec = objectAt(SIMPLE, "spec") ?? {};
  return { ...SIMPLE, spec: { ...spec, names: { ...objectAt(spec, "names"), ...names } } };
}

compareScenarios("custom resource definitions", [
  scenario("by server-side apply", async (to) => {
    await to.apply(SIMPLE, { as: "alice" });
    await to.until(WIDGETS);
    await to.apply(SIMPLE, { as: "alice" });
    await to.apply(widgetCrd(objectOf({ a: TEXT, b: TEXT })), { as: "alice" });
    await to.apply(widgetCrd(objectOf({ b: { type: "integer" } })), { as: "bob" });
    await to.apply(widgetCrd(objectOf({ b: { type: "integer" } })), { as: "bob", force: "true" });
  }),
  scenario("a field is added to the schema", async (to) => {
    await serveWidgets(to, SIMPLE);
    await to.create(widget({ a: "1", b: "1" }));
    await to.patch(SIMPLE, {
      json: [
        {
          op: "add",
          path: "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/b",
          value: { type: "string", default: "new" },
        },
      ],
    });
    await to.untilBody(`${WIDGETS}/x`, '"b":"new"');
    await to.get(widget({}));
    await to.patch(widget({}), { merge: { spec: { a: "2" } } }, { as: "bob" });
  }),
  scenario("an update without a version", async (to) => {
    const made = await to.create(SIMPLE, { as: "alice" });
    await to.update(SIMPLE, { as: "bob" });
    await to.until(WIDGETS);
    const metadata = { name: "widgets.$ns.example.com", resourceVersion: "1" };
    await to.update({ ...SIMPLE, metadata }, { as: "bob" });
    if (resourceVersionOf(made) === "") throw new Error("no version");
  }),
  scenario("what of a CRD is immutable", async (to) => {
    await serveWidgets(to, SIMPLE);
    await inTurn(
      [
        { scope: "Cluster" },
        { group: "other.example.com" },
        { names: { plural: "others" } },
        { names: { kind: "Other" } },
        { preserveUnknownFields: true },
      ],
      async (spec) => to.patch(SIMPLE, { merge: { spec } }),
    );
  }),
  scenario("deleting one deletes its objects", async (to) => {
    await serveWidgets(to, SIMPLE);
    await to.create(widget({ a: "1" }));
    await to.delete(SIMPLE);
    await to.untilGone(CRD);
    await to.send({ method: "GET", path: WIDGETS });
    await to.create(SIMPLE);
    await to.until(WIDGETS);
    await to.send({ method: "GET", path: WIDGETS });
  }),
  scenario("three versions, one not served, one deprecated", async (to) => {
    await serveWidgets(
      to,
      withVersions(
        { name: "v1" },
        { name: "v1beta1", storage: false, deprecated: true },
        { name: "v1alpha1", storage: false, served: false },
        { name: "v2", storage: false, deprecated: true, deprecationWarning: "go to v1" },
      ),
    );
    await to.create(widget({ a: "1" }), { as: "alice" });
    await inTurn(["v1", "v1beta1", "v1alpha1", "v2"], async (version) =>
      to.send({ method: "GET", path: `/apis/$ns.example.com/${version}/namespaces/$ns/widgets/x` }),
    );
    await to.send({ method: "GET", path: "/apis/$ns.example.com" });
    await to.apply(
      { ...widget({ a: "2" }), apiVersion: "$ns.example.com/v1beta1" },
      { as: "alice", force: "true" },
    );
    await to.get(widget({}));
  }),
  scenario("versions that are wrong", async (to) => {
    await inTurn(
      [
        withVersions({ name: "v1" }, { name: "v1", storage: false }),
        withVersions({ name: "v1" }, { name: "v2" }),
        withVersions({ name: "V1" }),
        withVersions({ name: "v1", served: false, storage: false }),
        withVersions({ name: "v1", deprecationWarning: "no" }),
      ],
      async (crd) => to.create(crd),
    );
  }),
  scenario("names that are wrong", async (to) => {
    await inTurn(
      [
        withNames({ kind: "" }),
        withNames({ kind: "bad kind" }),
        withNames({ plural: "" }),
        withNames({ singular: "Upper" }),
        withNames({ shortNames: ["Bad Name"] }),
        withNames({ categories: ["Bad Name"] }),
        withNames({ listKind: "Widget" }),
        { ...SIMPLE, spec: { ...objectAt(SIMPLE, "spec"), scope: "Odd" } },
        { ...SIMPLE, spec: { ...objectAt(SIMPLE, "spec"), group: "x" } },
        { ...SIMPLE, spec: { versions: [] } },
      ],
      async (crd) => to.create(crd, { dryRun: "All" }),
    );
  }),
  scenario("names that another CRD has", async (to) => {
    await serveWidgets(to, withNames({ shortNames: ["wi"], categories: ["all"] }));
    const other = {
      ...withNames({ plural: "gadgets", kind: "Gadget", shortNames: ["wi"] }),
      metadata: { name: "gadgets.$ns.example.com" },
    };
    await to.create(other);
    await to.untilBody(
      "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/gadgets.$ns.example.com",
      "NotAccepted",
    );
    await to.get(other);
    await to.send({ method: "GET", path: "/apis/$ns.example.com/v1" });
  }),
  scenario("columns and selectable fields", async (to) => {
    const version = {
      additionalPrinterColumns: [
        { name: "A", type: "string", jsonPath: ".spec.a" },
        { name: "N", type: "integer", jsonPath: ".spec.n" },
        { name: "When", type: "date", jsonPath: ".metadata.creationTimestamp" },
      ],
      selectableFields: [{ jsonPath: ".spec.a" }],
    };
    await serveWidgets(to, widgetCrd(objectOf({ a: TEXT, n: { type: "integer" } }), { version }));
    await to.create(widget({ a: "1", n: 5 }));
    await to.create({ ...widget({ a: "2" }), metadata: { name: "y" } });
    await to.send({ method: "GET", path: `${WIDGETS}?fieldSelector=spec.a%3D2` });
    await to.send({ method: "GET", path: `${WIDGETS}?fieldSelector=spec.n%3D5` });
    await to.send({
      method: "GET",
      path: `${WIDGETS}?includeObject=None&fieldSelector=metadata.name%3Dy`,
      accept: "application/json;as=Table;v=v1;g=meta.k8s.io",
    });
  }),
  scenario("columns that are wrong", async (to) => {
    await inTurn(
      [
        { name: "A", type: "text", jsonPath: ".spec.a" },
        { name: "", type: "string", jsonPath: ".spec.a" },
        { name: "A", type: "string", jsonPath: "spec.a" },
        { name: "A", type: "string", jsonPath: "" },
        { name: "A", type: "string", format: "odd", jsonPath: ".a" },
      ],
      async (column) =>
        to.create(
          widgetCrd(objectOf({ a: TEXT }), { version: { additionalPrinterColumns: [column] } }),
        ),
    );
  }),
  scenario("schemas that are not structural", async (to) => {
    await inTurn<JsonObject>(
      [
        { type: "object", properties: { a: {} } },
        { type: "object", properties: { a: { type: "odd" } } },
        { type: "object", properties: { a: { type: "array" } } },
        { type: "object", properties: { a: { type: "array", items: [TEXT] } } },
        { type: "object", additionalProperties: false, properties: { a: TEXT } },
        { type: "object", properties: { a: TEXT }, additionalProperties: TEXT },
        { type: "object", properties: { a: { $ref: "#/x" } } },
        { type: "object", properties: { a: { type: "string", pattern: "(" } } },
        { type: "object", properties: { a: { type: "string", default: 1 } } },
        { type: "object", oneOf: [{ type: "object", required: ["a"] }], properties: { a: TEXT } },
        { type: "object", oneOf: [{ properties: { b: { minLength: 1 } } }] },
        { type: "object", properties: { a: { type: "array", items: TEXT, uniqueItems: true } } },
      ],
      async (spec) => to.create(widgetCrd(spec), { dryRun: "All" }),
    );
  }),
  scenario("list types that are wrong", async (to) => {
    const items = objectOf({ k: TEXT });
    await inTurn<JsonObject>(
      [
        { type: "array", items, "x-kubernetes-list-type": "map" },
        { type: "array", items, "x-kubernetes-list-type": "odd" },
        { type: "array", items, "x-kubernetes-list-map-keys": ["k"] },
        {
          type: "array",
          items,
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["z"],
        },
        {
          type: "array",
          items,
          "x-kubernetes-list-type": "map",
          "x-kubernetes-list-map-keys": ["k"],
        },
        { type: "array", items, "x-kubernetes-list-type": "set" },
        { type: "string", "x-kubernetes-list-type": "set" },
        { type: "object", "x-kubernetes-map-type": "odd" },
      ],
      async (a) => to.create(widgetCrd(objectOf({ a })), { dryRun: "All" }),
    );
  }),
]);
