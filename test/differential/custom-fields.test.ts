import { compareScenarios } from "./compare-servers.ts";
import { container, only, widget, widgetCrd } from "./objects.ts";
import { scenario } from "./scenario.ts";
import { serveWidgets } from "./serve-widgets.ts";
import { objectOf, RICH_SPEC, TEXT } from "./widget-schema.ts";

compareScenarios("fields of custom resources", [
  scenario("unknown fields are pruned", async (to) => {
    await serveWidgets(to, widgetCrd(objectOf({ a: TEXT })));
    await to.create(widget({ a: "1", b: { c: 1 } }), { as: "alice" });
    await to.create(widget({ a: "1", b: 2 }, { metadata: { name: "y" } }), {
      fieldValidation: "Strict",
    });
    await to.apply(widget({ a: "1", b: 2 }), { as: "bob" });
    await to.patch(widget({}), { merge: { spec: { b: 2 }, other: 1 } });
  }),
  scenario("defaults of a schema", async (to) => {
    await serveWidgets(to, widgetCrd(RICH_SPEC));
    await to.create(widget({ nested: {} }), { as: "alice" });
    await to.apply(widget({ size: 4 }, { metadata: { name: "y" } }), { as: "alice" });
    await to.apply(widget({}, { metadata: { name: "y" } }), { as: "alice" });
    await to.create(widget({ size: null, nothing: null, mode: null }, { metadata: { name: "z" } }));
  }),
  scenario("values that the schema forbids", async (to) => {
    await serveWidgets(to, widgetCrd(RICH_SPEC));
    await to.create(widget({ size: 0 }));
    await to.create(widget({ size: 10, mode: "Odd", name: "UPPER" }));
    await to.create(widget({ name: "toolongname" }));
    await to.create(widget({ size: "3" }));
    await to.create(widget({ ratio: "x", isOn: "yes" }));
    await to.create(widget({ size: 1.5 }));
    await to.create(widget("text"));
    await to.create(widget({ keyed: [{ value: "no name" }] }));
    await to.create(widget({ keyed: [{ name: "a" }, { name: "a" }] }));
    await to.create(widget({ set: ["a", "a"] }));
    await to.create(widget({ keyed: ["a", "b", "c", "d", "e"].map((name) => ({ name })) }));
  }),
  scenario("required fields", async (to) => {
    await serveWidgets(
      to,
      widgetCrd(objectOf({ a: TEXT, b: TEXT }, { required: ["a", "b"] }), {
        root: { required: ["spec"] },
      }),
    );
    await to.create(widget({}));
    await to.create(only({ apiVersion: "$ns.example.com/v1", kind: "Widget" }));
    await to.create(widget({ a: "1", b: "2" }));
    await to.patch(widget({}), { merge: { spec: { b: null } } });
  }),
  scenario("logical keywords", async (to) => {
    await serveWidgets(
      to,
      widgetCrd(
        objectOf({ a: TEXT, b: TEXT }, { oneOf: [{ required: ["a"] }, { required: ["b"] }] }),
      ),
    );
    await to.create(widget({}));
    await to.create(widget({ a: "1", b: "1" }));
    await to.create(widget({ a: "1" }));
  }),
  scenario("int-or-string", async (to) => {
    await serveWidgets(to, widgetCrd(RICH_SPEC));
    await to.create(widget({ port: 80 }));
    await to.create(widget({ port: "http" }, { metadata: { name: "y" } }));
    await to.create(widget({ port: true }, { metadata: { name: "z" } }));
  }),
  scenario("keyed lists are owned by item", async (to) => {
    await serveWidgets(to, widgetCrd(RICH_SPEC));
    await to.apply(widget({ keyed: [{ name: "a", value: "1" }] }), { as: "alice" });
    await to.apply(
      widget({
        keyed: [
          { name: "b", value: "1" },
          { name: "a", port: 1 },
        ],
      }),
      { as: "bob" },
    );
    await to.apply(widget({ keyed: [{ name: "a", value: "2" }] }), { as: "bob" });
    await to.apply(widget({ keyed: [] }), { as: "alice" });
    await to.apply(widget({}), { as: "bob" });
  }),
  scenario("sets are owned by value", async (to) => {
    await serveWidgets(to, widgetCrd(RICH_SPEC));
    await to.apply(widget({ set: ["a", "b"] }), { as: "alice" });
    await to.apply(widget({ set: ["c", "b"] }), { as: "bob" });
    await to.apply(widget({ set: ["a"] }), { as: "alice" });
    await to.apply(widget({ set: ["d", "d"] }), { as: "alice" });
  }),
  scenario("atomic and plain lists are owned whole", async (to) => {
    await serveWidgets(to, widgetCrd(RICH_SPEC));
    await to.apply(widget({ atomic: ["a"], plain: ["a"] }), { as: "alice" });
    await to.apply(widget({ plain: ["a", "b"] }), { as: "bob" });
    await to.apply(widget({ plain: ["a", "b"] }), { as: "bob", force: "true" });
    await to.apply(widget({ plain: ["a", "a"] }), { as: "bob" });
  }),
  scenario("maps are owned by key, atomic ones whole", async (to) => {
    await serveWidgets(to, widgetCrd(RICH_SPEC));
    await to.apply(widget({ labels: { a: "1" }, whole: { a: "1" } }), { as: "alice" });
    await to.apply(widget({ labels: { b: "1" } }), { as: "bob" });
    await to.apply(widget({ whole: { b: "1" } }), { as: "bob" });
    await to.apply(widget({ labels: {} }), { as: "alice" });
  }),
  scenario("open content is owned by guess", async (to) => {
    await serveWidgets(to, widgetCrd(RICH_SPEC));
    await to.apply(widget({ open: { a: { b: [1, { c: "x" }] }, n: null } }), { as: "alice" });
    await to.apply(widget({ open: { a: { d: true } } }), { as: "bob" });
    await to.apply(widget({ open: { a: { b: [2] } } }), { as: "bob" });
    await to.apply(widget({ open: {} }), { as: "alice" });
  }),
  scenario("an embedded object", async (to) => {
    await serveWidgets(to, widgetCrd(RICH_SPEC));
    await to.create(
      widget({
        template: {
          apiVersion: "v1",
          kind: "Pod",
          metadata: { name: "a", odd: 1 },
          spec: { containers: [container("a")] },
        },
      }),
    );
    await to.create(widget({ template: { spec: {} } }, { metadata: { name: "y" } }));
  }),
  scenario("a wrong type in an apply", async (to) => {
    await serveWidgets(to, widgetCrd(RICH_SPEC));
    await to.apply(widget({ keyed: "x" }), { as: "alice" });
    await to.apply(widget({ labels: ["x"] }), { as: "alice" });
    await to.apply(widget({ size: "x" }), { as: "alice" });
  }),
]);
