import type { JsonObject } from "../../src/core/object/json.ts";
import { compareScenarios } from "./compare-servers.ts";
import { configMap, container, deployment, service } from "./objects.ts";
import { scenario } from "./scenario.ts";

const X = configMap({});
const WEB = deployment([container("web", { env: [{ name: "A", value: "1" }] })], {
  spec: { replicas: 2 },
});

function containersOf(...containers: readonly JsonObject[]): { readonly strategic: JsonObject } {
  return { strategic: { spec: { template: { spec: { containers } } } } };
}

compareScenarios("strategic merge patches", [
  scenario("a strategic patch merges containers by name", async (to) => {
    await to.create(WEB, { as: "alice" });
    await to.patch(WEB, containersOf({ name: "web", image: "web:2.0.0" }), { as: "bob" });
    await to.patch(WEB, containersOf(container("side")), { as: "bob" });
    await to.patch(WEB, containersOf({ name: "side", $patch: "delete" }), { as: "bob" });
  }),
  scenario("a strategic patch replaces with $patch", async (to) => {
    await to.create(WEB, { as: "alice" });
    await to.patch(WEB, containersOf({ $patch: "replace" }, container("new")), { as: "bob" });
    await to.patch(
      WEB,
      { strategic: { metadata: { labels: { $patch: "replace", a: "1" } } } },
      { as: "bob" },
    );
    await to.patch(
      WEB,
      { strategic: { metadata: { labels: { $patch: "delete" } } } },
      { as: "bob" },
    );
  }),
  scenario("a strategic patch keeps the order that it is told", async (to) => {
    await to.create(deployment([container("a"), container("b"), container("c")]));
    await to.patch(
      WEB,
      {
        strategic: {
          spec: {
            template: {
              spec: {
                "$setElementOrder/containers": [{ name: "d" }, { name: "c" }, { name: "a" }],
                containers: [container("d"), { name: "a", image: "a:2.0.0" }],
              },
            },
          },
        },
      },
      { as: "bob" },
    );
  }),
  scenario("a strategic patch of a set of values", async (to) => {
    await to.create(configMap({}, { finalizers: ["example.com/a", "example.com/b"] }));
    await to.patch(X, { strategic: { metadata: { finalizers: ["example.com/c"] } } });
    await to.patch(X, {
      strategic: { metadata: { "$deleteFromPrimitiveList/finalizers": ["example.com/a"] } },
    });
    await to.patch(X, { strategic: { metadata: { finalizers: null } } });
  }),
  scenario("a strategic patch with retainKeys", async (to) => {
    await to.create(
      deployment([container("web")], {
        spec: { strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 1 } } },
      }),
    );
    await to.patch(WEB, { strategic: { spec: { strategy: { type: "Recreate" } } } });
    await to.patch(WEB, {
      strategic: { spec: { strategy: { $retainKeys: ["type"], type: "Recreate" } } },
    });
  }),
  scenario("a strategic patch of volumes keeps one source", async (to) => {
    await to.create(
      deployment([container("web")], { pod: { volumes: [{ name: "v", emptyDir: {} }] } }),
    );
    await to.patch(
      WEB,
      {
        strategic: {
          spec: {
            template: {
              spec: {
                volumes: [
                  { $retainKeys: ["name", "configMap"], name: "v", configMap: { name: "x" } },
                ],
              },
            },
          },
        },
      },
      { as: "bob" },
    );
  }),
  scenario("a strategic patch removes with null", async (to) => {
    await to.create(WEB);
    await to.patch(
      WEB,
      {
        strategic: {
          spec: { replicas: null, template: { metadata: { labels: { extra: null } } } },
        },
      },
      { as: "bob" },
    );
    await to.patch(WEB, containersOf({ name: "web", env: null }), { as: "bob" });
  }),
  scenario("a strategic patch without a merge key", async (to) => {
    await to.create(WEB);
    await to.patch(WEB, containersOf({ image: "web:2.0.0" }));
    await to.patch(WEB, containersOf({ $patch: "odd", name: "web" }));
    await to.patch(WEB, { strategic: [] });
    await to.patch(WEB, { strategic: "x" });
  }),
  scenario("a strategic patch of service ports", async (to) => {
    await to.create(service([{ name: "http", port: 80 }]));
    await to.patch(
      service([]),
      {
        strategic: {
          spec: {
            ports: [
              { port: 80, name: "web", targetPort: 8080 },
              { port: 81, name: "b" },
            ],
          },
        },
      },
      { as: "bob" },
    );
  }),
]);
