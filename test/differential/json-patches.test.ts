import { compareScenarios } from "./compare-servers.ts";
import { configMap, container, deployment } from "./objects.ts";
import { scenario } from "./scenario.ts";

const X = configMap({});
const WEB = deployment([container("web", { env: [{ name: "A", value: "1" }] })], {
  spec: { replicas: 2 },
});

compareScenarios("JSON patches", [
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
]);
