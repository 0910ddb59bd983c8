import type { JsonObject } from "../../src/core/object/json.ts";
import { compareScenarios } from "./compare-servers.ts";
import { configMap, container, deployment, pod, secret, service } from "./objects.ts";
import { scenario } from "./scenario.ts";

const X = configMap({});
const WEB = deployment([container("web", { env: [{ name: "A", value: "1" }] })], {
  spec: { replicas: 2 },
});

function containersOf(...containers: readonly JsonObject[]): { readonly strategic: JsonObject } {
  return { strategic: { spec: { template: { spec: { containers } } } } };
}

function entriesOf(entry: JsonObject): { readonly merge: JsonObject } {
  return { merge: { metadata: { managedFields: [entry] } } };
}

compareScenarios("patches", [
  scenario("a merge patch sets, replaces and removes", async (to) => {
    await to.create(configMap({ a: "1", b: "1" }), { as: "alice" });
    await to.patch(X, { merge: { data: { a: "2", b: null, c: "3" } } }, { as: "bob" });
  }),
  scenario("a merge patch that changes nothing", async (to) => {
    await to.create(configMap({ a: "1" }), { as: "alice" });
    await to.patch(X, { merge: { data: { a: "1" } } }, { as: "bob" });
    await to.patch(X, { merge: {} }, { as: "bob" });
    await to.patch(X, { merge: { data: { zz: null } } }, { as: "bob" });
  }),
  scenario("a merge patch replaces lists", async (to) => {
    await to.create(WEB);
    await to.patch(
      WEB,
      { merge: { spec: { template: { spec: { containers: [container("new")] } } } } },
      { as: "bob" },
    );
  }),
  scenario("a merge patch of null data", async (to) => {
    await to.create(configMap({ a: "1" }), { as: "alice" });
    await to.patch(X, { merge: { data: null } }, { as: "bob" });
  }),
  scenario("merge patches that are no objects", async (to) => {
    await to.create(configMap({ a: "1" }));
    await to.patch(X, { merge: [] });
    await to.patch(X, { merge: "text" });
    await to.patch(X, { merge: null });
    await to.send({
      method: "PATCH",
      path: "/api/v1/namespaces/$ns/configmaps/x",
      text: "{",
      contentType: "application/merge-patch+json",
    });
  }),
  scenario("a merge patch with a resourceVersion", async (to) => {
    await to.create(configMap({ a: "1" }));
    await to.patch(X, { merge: { metadata: { resourceVersion: "1" }, data: { a: "2" } } });
  }),
  scenario("a merge patch of the identity", async (to) => {
    await to.create(configMap({ a: "1" }));
    await to.patch(X, { merge: { metadata: { name: "y" } } });
    await to.patch(X, { merge: { metadata: { uid: "01234567-89ab-cdef-0123-456789abcdef" } } });
    await to.patch(X, { merge: { kind: "Secret" } });
    await to.patch(X, { merge: { apiVersion: "v2" } });
    await to.patch(X, { merge: { metadata: { creationTimestamp: null, generation: 7 } } });
  }),
  scenario("JSON patch: all operations", async (to) => {
    await to.create(configMap({ a: "1", b: "2" }), { as: "alice" });
    await to.patch(X, { json: [{ op: "add", path: "/data/c", value: "3" }] }, { as: "bob" });
    await to.patch(X, { json: [{ op: "replace", path: "/data/a", value: "9" }] }, { as: "bob" });
    await to.patch(X, { json: [{ op: "remove", path: "/data/b" }] }, { as: "bob" });
    await to.patch(X, { json: [{ op: "move", from: "/data/a", path: "/data/m" }] }, { as: "bob" });
    await to.patch(X, { json: [{ op: "copy", from: "/data/m", path: "/data/n" }] }, { as: "bob" });
    await to.patch(X, { json: [{ op: "test", path: "/data/n", value: "9" }] }, { as: "bob" });
  }),
  scenario("JSON patch: lists", async (to) => {
    await to.create(WEB);
    const env = "/spec/template/spec/containers/0/env";
    await to.patch(
      WEB,
      { json: [{ op: "add", path: `${env}/-`, value: { name: "B", value: "2" } }] },
      { as: "bob" },
    );
    await to.patch(
      WEB,
      { json: [{ op: "add", path: `${env}/0`, value: { name: "C", value: "3" } }] },
      { as: "bob" },
    );
    await to.patch(WEB, { json: [{ op: "remove", path: `${env}/1` }] }, { as: "bob" });
    await to.patch(WEB, { json: [{ op: "remove", path: `${env}/7` }] }, { as: "bob" });
    await to.patch(WEB, { json: [{ op: "add", path: `${env}/9`, value: {} }] }, { as: "bob" });
  }),
  scenario("JSON patch: failures", async (to) => {
    await to.create(configMap({ a: "1" }));
    await to.patch(X, { json: [{ op: "test", path: "/data/a", value: "2" }] });
    await to.patch(X, { json: [{ op: "remove", path: "/data/zz" }] });
    await to.patch(X, { json: [{ op: "replace", path: "/data/zz", value: "1" }] });
    await to.patch(X, { json: [{ op: "add", path: "/none/zz", value: "1" }] });
    await to.patch(X, { json: [{ op: "test", path: "/none", value: "1" }] });
    await to.patch(X, { json: [{ op: "wrong", path: "/data/a" }] });
    await to.patch(X, { json: [{ op: "move", from: "/zz", path: "/data/a" }] });
  }),
  scenario("JSON patch: bad bodies", async (to) => {
    await to.create(configMap({ a: "1" }));
    await to.patch(X, { json: {} });
    await to.patch(X, { json: [] });
    await to.patch(X, { json: [1] });
    await to.send({
      method: "PATCH",
      path: "/api/v1/namespaces/$ns/configmaps/x",
      text: "[",
      contentType: "application/json-patch+json",
    });
  }),
  scenario("JSON patch: nothing is written when one operation fails", async (to) => {
    await to.create(configMap({ a: "1" }));
    await to.patch(X, {
      json: [
        { op: "replace", path: "/data/a", value: "2" },
        { op: "remove", path: "/data/zz" },
      ],
    });
    await to.get(X);
  }),
  scenario("JSON patch: escaped keys", async (to) => {
    await to.create(configMap({}, { annotations: { "a/b": "1", "c~d": "2" } }));
    await to.patch(X, {
      json: [
        { op: "replace", path: "/metadata/annotations/a~1b", value: "3" },
        { op: "remove", path: "/metadata/annotations/c~0d" },
      ],
    });
  }),
  scenario("JSON patch of managedFields moves ownership", async (to) => {
    await to.apply(configMap({ a: "1" }), { as: "alice" });
    const entry = {
      manager: "bob",
      operation: "Apply",
      apiVersion: "v1",
      time: "2024-01-01T00:00:00Z",
      fieldsType: "FieldsV1",
      fieldsV1: { "f:data": { "f:a": {} } },
    };
    await to.patch(
      X,
      { json: [{ op: "replace", path: "/metadata/managedFields", value: [entry] }] },
      { as: "carol" },
    );
    await to.apply(configMap({}), { as: "bob" });
  }),
  scenario("managedFields are reset by an empty list, not by null", async (to) => {
    await to.apply(configMap({ a: "1" }), { as: "alice" });
    await to.patch(X, { merge: { metadata: { managedFields: null } } }, { as: "bob" });
    await to.patch(X, { merge: { metadata: { managedFields: [] } } }, { as: "bob" });
    await to.patch(X, { merge: { data: { b: "1" } } }, { as: "bob" });
    await to.apply(configMap({ a: "1" }), { as: "alice" });
    await to.apply(configMap({}), { as: "alice" });
  }),
  scenario("managedFields are reset by a list of one empty entry", async (to) => {
    await to.apply(configMap({ a: "1" }), { as: "alice" });
    await to.patch(X, { merge: { metadata: { managedFields: [{}] } } }, { as: "bob" });
    await to.apply(configMap({ a: "2" }), { as: "bob" });
  }),
  scenario("managedFields that cannot be read", async (to) => {
    await to.apply(configMap({ a: "1" }), { as: "alice" });
    await to.patch(
      X,
      entriesOf({
        manager: "x",
        operation: "Other",
        apiVersion: "v1",
        fieldsType: "FieldsV1",
        fieldsV1: {},
      }),
      { as: "bob" },
    );
    await to.patch(
      X,
      entriesOf({
        manager: "x",
        operation: "Update",
        apiVersion: "v1",
        fieldsType: "FieldsV2",
        fieldsV1: {},
      }),
      { as: "bob" },
    );
    await to.patch(
      X,
      entriesOf({
        manager: "x",
        operation: "Update",
        apiVersion: "v1",
        fieldsType: "FieldsV1",
        fieldsV1: { nocolon: {} },
      }),
      { as: "bob" },
    );
    await to.patch(
      X,
      entriesOf({
        manager: "x",
        operation: "Update",
        apiVersion: "v1",
        fieldsType: "FieldsV1",
        fieldsV1: { "z:odd": {}, "f:data": { ".": {} } },
      }),
      { as: "bob" },
    );
  }),
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
  scenario("patches of an object that is not there", async (to) => {
    await to.patch(X, { merge: {} });
    await to.patch(X, { json: [] });
    await to.patch(X, { strategic: {} });
  }),
  scenario("patches with unknown fields", async (to) => {
    await to.create(WEB);
    await to.patch(WEB, { merge: { spec: { surprise: 1 } } }, { fieldValidation: "Strict" });
    await to.patch(WEB, { merge: { spec: { surprise: 1 } } });
    await to.patch(
      WEB,
      { json: [{ op: "add", path: "/spec/surprise", value: 1 }] },
      { fieldValidation: "Strict" },
    );
    await to.patch(WEB, { strategic: { spec: { surprise: 1 } } }, { fieldValidation: "Strict" });
    await to.patch(WEB, { strategic: { spec: { surprise: 1 } } }, { fieldValidation: "Ignore" });
  }),
  scenario("patches with wrong types", async (to) => {
    await to.create(WEB);
    await to.patch(WEB, { merge: { spec: { replicas: "x" } } });
    await to.patch(WEB, { strategic: { spec: { replicas: "x" } } });
    await to.patch(WEB, { json: [{ op: "replace", path: "/spec/replicas", value: "x" }] });
  }),
  scenario("patches that make it invalid", async (to) => {
    await to.create(WEB);
    await to.patch(WEB, { merge: { spec: { replicas: -1 } } });
    await to.patch(WEB, { merge: { spec: { selector: { matchLabels: { app: "y" } } } } });
    await to.patch(WEB, { merge: { spec: { template: { metadata: { labels: { app: "y" } } } } } });
  }),
  scenario("dry runs of patches", async (to) => {
    await to.create(configMap({ a: "1" }));
    await to.patch(X, { merge: { data: { a: "2" } } }, { dryRun: "All" });
    await to.patch(X, { merge: { data: { a: "1" } } }, { dryRun: "All" });
    await to.get(X);
  }),
  scenario("the data of a Secret by patches", async (to) => {
    await to.create(secret({ a: "YQ==" }));
    await to.patch(secret({}), { merge: { stringData: { b: "b" } } }, { as: "bob" });
    await to.patch(secret({}), { merge: { data: { a: "not base64!" } } });
    await to.patch(secret({}), { merge: { type: "other" } });
  }),
  scenario("a pod's image may change, its name not", async (to) => {
    await to.create(pod([container("web")]));
    await to.patch(pod([]), {
      strategic: { spec: { containers: [{ name: "web", image: "web:2.0.0" }] } },
    });
    await to.patch(pod([]), { merge: { spec: { restartPolicy: "Never" } } });
  }),
]);
