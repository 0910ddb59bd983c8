import { compareScenarios } from "./compare-servers.ts";
import { configMap, container, deployment } from "./objects.ts";
import { scenario } from "./scenario.ts";

const X = configMap({});
const WEB = deployment([container("web", { env: [{ name: "A", value: "1" }] })], {
  spec: { replicas: 2 },
});

compareScenarios("merge patches", [
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
]);
