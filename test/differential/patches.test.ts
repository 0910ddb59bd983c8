import { compareScenarios } from "./compare-servers.ts";
import { configMap, container, deployment, pod, secret } from "./objects.ts";
import { scenario } from "./scenario.ts";

const X = configMap({});
const WEB = deployment([container("web", { env: [{ name: "A", value: "1" }] })], {
  spec: { replicas: 2 },
});

compareScenarios("patches of all kinds", [
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
