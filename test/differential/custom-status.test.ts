import type { JsonObject } from "../../src/core/object/json.ts";
import { resourceVersionOf } from "../../src/core/object/live-object.ts";
import type { Actor } from "./actor.ts";
import { compareScenarios } from "./compare-servers.ts";
import { widget, widgetCrd } from "./objects.ts";
import { scenario } from "./scenario.ts";
import { serveWidgets, WIDGETS } from "./serve-widgets.ts";
import { objectOf, TEXT } from "./widget-schema.ts";

const CONDITIONS = {
  type: "array",
  items: objectOf({ type: TEXT, status: TEXT }, { required: ["type", "status"] }),
  "x-kubernetes-list-type": "map",
  "x-kubernetes-list-map-keys": ["type"],
};
const STATUS = objectOf({
  phase: { type: "string", enum: ["Ready", "Failed"] },
  conditions: CONDITIONS,
  replicas: { type: "integer" },
  selector: TEXT,
});

async function serveWithStatus(to: Actor): Promise<void> {
  await serveWidgets(
    to,
    widgetCrd(objectOf({ a: TEXT, replicas: { type: "integer" } }), {
      status: STATUS,
      version: {
        subresources: {
          status: {},
          scale: {
            specReplicasPath: ".spec.replicas",
            statusReplicasPath: ".status.replicas",
            labelSelectorPath: ".status.selector",
          },
        },
      },
    }),
  );
}

function withCondition(type: string, status: string): JsonObject {
  return widget({}, { status: { conditions: [{ type, status }] } });
}

compareScenarios("status and scale of custom objects", [
  scenario("a PUT of the status", async (to) => {
    await serveWithStatus(to);
    const made = await to.create(widget({ a: "1" }), { as: "alice" });
    await to.update({ ...made, status: { phase: "Ready" } }, { as: "operator" }, "status");
    await to.update({ ...made, status: { phase: "Failed" } }, { as: "operator" }, "status");
    await to.update(widget({}, { status: { phase: "Failed" } }), { as: "operator" }, "status");
    await to.get(widget({}), {}, "status");
  }),
  scenario("the spec and the metadata of a status write are ignored", async (to) => {
    await serveWithStatus(to);
    const made = await to.create(widget({ a: "1" }), { as: "alice" });
    const metadata = {
      name: "x",
      resourceVersion: resourceVersionOf(made),
      labels: { a: "1" },
      annotations: { a: "1" },
      finalizers: ["example.com/a"],
    };
    await to.update(
      widget({ a: "9" }, { metadata, status: { phase: "Ready" } }),
      { as: "operator" },
      "status",
    );
    await to.get(widget({}));
  }),
  scenario("a status that the schema forbids", async (to) => {
    await serveWithStatus(to);
    await to.create(widget({ a: "1" }));
    await to.patch(widget({}), { merge: { status: { phase: "Odd" } } }, { subresource: "status" });
    await to.patch(
      widget({}),
      { merge: { status: { conditions: [{ type: "A" }] } } },
      { subresource: "status" },
    );
  }),
  scenario("conditions of two operators", async (to) => {
    await serveWithStatus(to);
    await to.create(widget({ a: "1" }));
    await to.apply(withCondition("A", "True"), { as: "one" }, "status");
    await to.apply(withCondition("B", "True"), { as: "two" }, "status");
    await to.apply(withCondition("A", "False"), { as: "two" }, "status");
    await to.apply(withCondition("A", "False"), { as: "two", force: "true" }, "status");
    await to.apply(widget({}, { status: {} }), { as: "one" }, "status");
  }),
  scenario("an apply of the status to what is not there", async (to) => {
    await serveWithStatus(to);
    await to.apply(widget({}, { status: { phase: "Ready" } }), { as: "one" }, "status");
  }),
  scenario("a strategic patch of the status", async (to) => {
    await serveWithStatus(to);
    await to.create(widget({ a: "1" }));
    await to.patch(
      widget({}),
      { strategic: { status: { phase: "Ready" } } },
      { subresource: "status" },
    );
    await to.patch(
      widget({}),
      { json: [{ op: "add", path: "/status", value: { phase: "Ready" } }] },
      { subresource: "status", as: "operator" },
    );
  }),
  scenario("a scale by PUT", async (to) => {
    await serveWithStatus(to);
    await to.create(widget({ replicas: 1 }), { as: "alice" });
    await to.patch(
      widget({}),
      { merge: { status: { replicas: 1, selector: "app=x" } } },
      { subresource: "status" },
    );
    const scale = {
      apiVersion: "autoscaling/v1",
      kind: "Scale",
      metadata: { name: "x", namespace: "$ns" },
      spec: { replicas: 4 },
    };
    await to.send({ method: "GET", path: `${WIDGETS}/x/scale` });
    await to.send({ method: "PUT", path: `${WIDGETS}/x/scale?fieldManager=scaler`, body: scale });
    await to.send({
      method: "PUT",
      path: `${WIDGETS}/x/scale`,
      body: { ...scale, spec: { replicas: -1 } },
    });
    await to.get(widget({}));
  }),
  scenario("a scale of an object without replicas", async (to) => {
    await serveWithStatus(to);
    await to.create(widget({ a: "1" }));
    await to.send({ method: "GET", path: `${WIDGETS}/x/scale` });
    await to.patch(
      widget({}),
      { merge: { spec: { replicas: 2 } } },
      { subresource: "scale", as: "scaler" },
    );
  }),
]);
