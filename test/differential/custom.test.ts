import { objectAt } from "../../src/core/object/json.ts";
import { compareScenarios } from "./compare-servers.ts";
import { widget, widgetCrd } from "./objects.ts";
import { scenario } from "./scenario.ts";
import { serveWidgets, WIDGETS } from "./serve-widgets.ts";
import { objectOf, RICH_SPEC, TEXT } from "./widget-schema.ts";

compareScenarios("custom resources", [
  scenario("a CRD gets its names and defaults", async (to) => {
    await to.create(widgetCrd(RICH_SPEC), { dryRun: "All" });
  }),
  scenario("an established CRD", async (to) => {
    await serveWidgets(to, widgetCrd(objectOf({ a: TEXT })));
    await to.send({
      method: "GET",
      path: "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.$ns.example.com",
    });
    await to.send({ method: "GET", path: "/apis/$ns.example.com/v1" });
    await to.send({ method: "GET", path: "/apis/$ns.example.com" });
  }),
  scenario("create, get and list", async (to) => {
    await serveWidgets(to, widgetCrd(objectOf({ a: TEXT })));
    await to.create(widget({ a: "1" }), { as: "alice" });
    await to.get(widget({}));
    await to.send({ method: "GET", path: WIDGETS });
    await to.delete(widget({}));
  }),
  scenario("without a status subresource the generation counts all", async (to) => {
    await serveWidgets(to, widgetCrd(objectOf({ a: TEXT })));
    await to.create(widget({ a: "1" }, { status: { b: "1" } }), { as: "alice" });
    await to.patch(widget({}), { merge: { status: { b: "2" } } }, { as: "bob" });
    await to.patch(widget({}), { merge: { metadata: { labels: { a: "1" } } } }, { as: "bob" });
  }),
  scenario("with a status subresource", async (to) => {
    await serveWidgets(
      to,
      widgetCrd(objectOf({ a: TEXT }), { version: { subresources: { status: {} } } }),
    );
    await to.create(widget({ a: "1" }, { status: { b: "1" } }), { as: "alice" });
    await to.patch(widget({}), { merge: { status: { b: "2" } } }, { as: "bob" });
    await to.patch(
      widget({}),
      { merge: { status: { b: "2" }, spec: { a: "9" }, metadata: { labels: { a: "1" } } } },
      { as: "bob", subresource: "status" },
    );
    await to.patch(widget({}), { merge: { spec: { a: "2" } } }, { as: "carol" });
    await to.apply(widget({}, { status: { c: "3" } }), { as: "dave" }, "status");
  }),
  scenario("with a scale subresource", async (to) => {
    const scale = {
      specReplicasPath: ".spec.replicas",
      statusReplicasPath: ".status.replicas",
      labelSelectorPath: ".status.selector",
    };
    await serveWidgets(
      to,
      widgetCrd(objectOf({ replicas: { type: "integer" } }), {
        version: { subresources: { status: {}, scale } },
      }),
    );
    await to.create(widget({ replicas: 2 }), { as: "alice" });
    await to.send({ method: "GET", path: `${WIDGETS}/x/scale` });
    await to.send({
      method: "PATCH",
      path: `${WIDGETS}/x/scale?fieldManager=scaler`,
      body: { spec: { replicas: 4 } },
      contentType: "application/merge-patch+json",
    });
    await to.get(widget({}));
  }),
  scenario("no strategic patches", async (to) => {
    await serveWidgets(to, widgetCrd(objectOf({ a: TEXT })));
    await to.create(widget({ a: "1" }));
    await to.patch(widget({}), { strategic: { spec: { a: "2" } } });
    await to.patch(
      widget({}),
      { json: [{ op: "replace", path: "/spec/a", value: "3" }] },
      { as: "bob" },
    );
  }),
  scenario("an update needs a resourceVersion", async (to) => {
    await serveWidgets(to, widgetCrd(objectOf({ a: TEXT })));
    const made = await to.create(widget({ a: "1" }), { as: "alice" });
    await to.update(widget({ a: "2" }), { as: "bob" });
    await to.update({ ...made, spec: { a: "2" } }, { as: "bob" });
    await to.update({ ...made, spec: { a: "3" } }, { as: "bob" });
  }),
  scenario("names that are not allowed", async (to) => {
    await serveWidgets(to, widgetCrd(objectOf({ a: TEXT })));
    await to.create(widget({}, { metadata: { name: "Upper_Case" } }));
    await to.create(widget({}, { metadata: { name: "x", labels: { "bad key!": "1" } } }));
    await to.create(widget({}, { metadata: { name: "x", namespace: "elsewhere" } }));
    await to.create(widget({}, { metadata: { name: "x", odd: "field" } }));
    await to.create(widget({}, { metadata: { name: "x", labels: { a: 1 } } }));
  }),
  scenario("CRDs that are refused", async (to) => {
    await to.create(widgetCrd({ properties: { a: TEXT } }));
    await to.create({ ...widgetCrd(objectOf({})), metadata: { name: "wrong.$ns.example.com" } });
    await to.create(widgetCrd(objectOf({}), { version: { storage: false } }));
    await to.create(widgetCrd(objectOf({}), { version: { schema: null } }));
  }),
  scenario("a table with the CRD's columns", async (to) => {
    const additionalPrinterColumns = [
      { name: "A", type: "string", jsonPath: ".spec.a" },
      { name: "Wide", type: "string", jsonPath: ".spec.a", priority: 1 },
    ];
    await serveWidgets(
      to,
      widgetCrd(objectOf({ a: TEXT }), { version: { additionalPrinterColumns } }),
    );
    await to.create(widget({ a: "1" }));
    await to.create(widget({}, { metadata: { name: "y" } }));
    await to.send({
      method: "GET",
      path: `${WIDGETS}?includeObject=None`,
      accept: "application/json;as=Table;v=v1;g=meta.k8s.io",
    });
  }),
  scenario("two served versions", async (to) => {
    const crd = widgetCrd(objectOf({ a: TEXT }));
    const spec = objectAt(crd, "spec") ?? {};
    const version = objectAt(spec, "versions", 0) ?? {};
    const versions = [version, { ...version, name: "v2", storage: false }];
    await serveWidgets(to, { ...crd, spec: { ...spec, versions } });
    await to.apply(widget({ a: "1" }), { as: "alice" });
    await to.send({ method: "GET", path: "/apis/$ns.example.com/v2/namespaces/$ns/widgets/x" });
    await to.apply({ ...widget({ a: "2" }), apiVersion: "$ns.example.com/v2" }, { as: "bob" });
    await to.apply({ ...widget({ a: "2" }), apiVersion: "$ns.example.com/v2" }, { as: "alice" });
    await to.get(widget({}));
  }),
]);
