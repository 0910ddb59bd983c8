import type { JsonObject } from "../../src/core/object/json.ts";
import { resourceVersionOf, uidOf } from "../../src/core/object/live-object.ts";
import { compareScenarios } from "./compare-servers.ts";
import { configMap, container, deployment, only, secret, service } from "./objects.ts";
import { scenario } from "./scenario.ts";

const WEB = deployment([container("web")], { spec: { replicas: 2 } });

function asked(cpu: string, memory: string): JsonObject {
  return deployment([container("web", { resources: { requests: { cpu, memory } } })]);
}

compareScenarios("server-side apply", [
  scenario("creates a ConfigMap", async (to) => {
    await to.apply(configMap({ a: "1" }), { as: "alice" });
    await to.get(configMap({}));
  }),
  scenario("creates a Deployment with its defaults", async (to) => {
    await to.apply(WEB, { as: "alice" });
  }),
  scenario("the same again changes nothing", async (to) => {
    await to.apply(configMap({ a: "1" }), { as: "alice" });
    await to.apply(configMap({ a: "1" }), { as: "alice" });
  }),
  scenario("the same of a Deployment again changes nothing", async (to) => {
    await to.apply(WEB, { as: "alice" });
    await to.apply(WEB, { as: "alice" });
  }),
  scenario("a new value", async (to) => {
    await to.apply(WEB, { as: "alice" });
    await to.apply(
      deployment([container("web", { image: "web:2.0.0" })], { spec: { replicas: 3 } }),
      { as: "alice" },
    );
  }),
  scenario("leaving a field out removes it", async (to) => {
    await to.apply(configMap({ a: "1", b: "2" }), { as: "alice" });
    await to.apply(configMap({ a: "1" }), { as: "alice" });
  }),
  scenario("leaving a field with a default out brings the default", async (to) => {
    await to.apply(WEB, { as: "alice" });
    await to.apply(deployment(), { as: "alice" });
  }),
  scenario("a second manager with the same value shares it", async (to) => {
    await to.apply(configMap({ a: "1" }), { as: "alice" });
    await to.apply(configMap({ a: "1" }), { as: "bob" });
    await to.apply(configMap({}), { as: "alice" });
    await to.apply(configMap({}), { as: "bob" });
  }),
  scenario("another value of another manager is a conflict", async (to) => {
    await to.apply(configMap({ a: "1" }), { as: "alice" });
    await to.apply(configMap({ a: "2" }), { as: "bob" });
    await to.get(configMap({}));
  }),
  scenario("two conflicts with one manager", async (to) => {
    await to.apply(configMap({ a: "1", b: "1" }), { as: "alice" });
    await to.apply(configMap({ a: "2", b: "2" }), { as: "bob" });
  }),
  scenario("conflicts with two managers", async (to) => {
    await to.apply(configMap({ a: "1" }), { as: "alice" });
    await to.apply(configMap({ b: "1" }), { as: "bob" });
    await to.apply(configMap({ a: "2", b: "2" }), { as: "carol" });
  }),
  scenario("a conflict with an Update manager names its version", async (to) => {
    await to.create(WEB, { as: "alice" });
    await to.apply(only(WEB, { spec: { replicas: 5 } }), { as: "bob" });
  }),
  scenario("force takes the field", async (to) => {
    await to.apply(configMap({ a: "1", b: "1" }), { as: "alice" });
    await to.apply(configMap({ a: "2" }), { as: "bob", force: "true" });
    await to.apply(configMap({ b: "1" }), { as: "alice" });
  }),
  scenario("force with the last field of another leaves no empty entry", async (to) => {
    await to.apply(configMap({ a: "1" }), { as: "alice" });
    await to.apply(configMap({ a: "2" }), { as: "bob", force: "true" });
  }),
  scenario("the former owner leaves a forced field out", async (to) => {
    await to.apply(configMap({ a: "1" }), { as: "alice" });
    await to.apply(configMap({ a: "2" }), { as: "bob", force: "true" });
    await to.apply(configMap({}), { as: "alice" });
  }),
  scenario("after an update by another manager", async (to) => {
    await to.apply(configMap({ a: "1" }), { as: "alice" });
    await to.patch(configMap({}), { merge: { data: { a: "2" } } }, { as: "bob" });
    await to.apply(configMap({ a: "1" }), { as: "alice" });
    await to.apply(configMap({ a: "1" }), { as: "alice", force: "true" });
  }),
  scenario("over an object that was created by another manager", async (to) => {
    await to.create(configMap({ a: "1", b: "1" }), { as: "bob" });
    await to.apply(configMap({ a: "1" }), { as: "alice" });
    await to.apply(configMap({}), { as: "alice" });
  }),
  scenario("the same manager name by update and by apply", async (to) => {
    await to.create(configMap({ a: "1" }), { as: "alice" });
    await to.apply(configMap({ a: "2" }), { as: "alice" });
    await to.apply(configMap({ a: "2" }), { as: "alice", force: "true" });
  }),
  scenario("labels and annotations of two managers", async (to) => {
    await to.apply(configMap({}, { labels: { a: "1" }, annotations: { x: "1" } }), { as: "alice" });
    await to.apply(configMap({}, { labels: { b: "1" }, annotations: { y: "1" } }), { as: "bob" });
    await to.apply(configMap({}, {}), { as: "alice" });
  }),
  scenario("finalizers are a set", async (to) => {
    await to.apply(configMap({}, { finalizers: ["example.com/a"] }), { as: "alice" });
    await to.apply(configMap({}, { finalizers: ["example.com/b"] }), { as: "bob" });
    await to.apply(configMap({}, {}), { as: "alice" });
  }),
  scenario("owner references are keyed by uid", async (to) => {
    const owner = await to.create({ ...configMap({}), metadata: { name: "owner" } });
    const uid = uidOf(owner);
    const reference = { apiVersion: "v1", kind: "ConfigMap", name: "owner", uid };
    await to.apply(configMap({}, { ownerReferences: [reference] }), { as: "alice" });
    await to.apply(configMap({}, { ownerReferences: [{ ...reference, controller: true }] }), {
      as: "bob",
    });
    await to.apply(configMap({}, {}), { as: "alice" });
  }),
  scenario("nothing but the name", async (to) => {
    await to.apply(
      { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "x" } },
      { as: "alice" },
    );
    await to.apply(configMap({ a: "1" }), { as: "alice" });
    await to.apply(
      { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "x" } },
      { as: "alice" },
    );
  }),
  scenario("empty values", async (to) => {
    await to.apply(configMap({ a: "" }, { labels: {}, annotations: {} }), { as: "alice" });
    await to.apply({ ...configMap({}), binaryData: {} }, { as: "bob" });
  }),
  scenario("nulls", async (to) => {
    await to.apply(configMap({ a: null }), { as: "alice" });
    await to.apply({ ...configMap({ a: "1" }), data: null }, { as: "alice" });
    await to.apply(
      deployment([container("web", { resources: null, ports: null })], {
        spec: { replicas: null },
      }),
      { as: "alice" },
    );
  }),
  scenario("a dry run writes nothing", async (to) => {
    await to.apply(configMap({ a: "1" }), { as: "alice", dryRun: "All" });
    await to.get(configMap({}));
    await to.apply(configMap({ a: "1" }), { as: "alice" });
    await to.apply(configMap({ a: "2" }), { as: "alice", dryRun: "All" });
    await to.get(configMap({}));
  }),
  scenario("a dry run that changes nothing", async (to) => {
    await to.apply(WEB, { as: "alice" });
    await to.apply(WEB, { as: "alice", dryRun: "All" });
  }),
  scenario("a dry run with a conflict", async (to) => {
    await to.apply(configMap({ a: "1" }), { as: "alice" });
    await to.apply(configMap({ a: "2" }), { as: "bob", dryRun: "All" });
    await to.apply(configMap({ a: "2" }), { as: "bob", dryRun: "All", force: "true" });
  }),
  scenario("without a field manager", async (to) => {
    await to.apply(configMap({ a: "1" }), {});
  }),
  scenario("with managedFields in the body", async (to) => {
    await to.apply(configMap({ a: "1" }, { managedFields: [{ manager: "x" }] }), { as: "alice" });
    await to.apply(configMap({ a: "1" }, { managedFields: [] }), { as: "alice" });
    await to.apply(configMap({ a: "1" }, { managedFields: null }), { as: "alice" });
  }),
  scenario("with a resourceVersion", async (to) => {
    const first = await to.apply(configMap({ a: "1" }), { as: "alice" });
    const resourceVersion = resourceVersionOf(first);
    await to.apply(configMap({ a: "2" }, { resourceVersion }), { as: "alice" });
    await to.apply(configMap({ a: "3" }, { resourceVersion }), { as: "alice" });
    await to.apply(
      { ...configMap({ a: "3" }), metadata: { name: "y", resourceVersion } },
      { as: "alice" },
    );
  }),
  scenario("with a uid", async (to) => {
    const first = await to.apply(configMap({ a: "1" }), { as: "alice" });
    const uid = uidOf(first);
    await to.apply(configMap({ a: "2" }, { uid }), { as: "alice" });
    const other = "01234567-89ab-cdef-0123-456789abcdef";
    await to.apply(configMap({ a: "3" }, { uid: other }), { as: "alice" });
    await to.apply(
      { ...configMap({ a: "3" }), metadata: { name: "y", uid: other } },
      { as: "alice" },
    );
  }),
  scenario("unknown fields by validation", async (to) => {
    const odd = deployment([container("web")], { spec: { surprise: 1 } });
    await to.apply(odd, { as: "alice", fieldValidation: "Strict" });
    await to.apply(odd, { as: "alice", fieldValidation: "Warn" });
    await to.apply(odd, { as: "alice", fieldValidation: "Ignore" });
    await to.apply(odd, { as: "alice" });
  }),
  scenario("a wrong type", async (to) => {
    await to.apply(deployment([container("web")], { spec: { replicas: "many" } }), { as: "alice" });
    await to.apply(configMap({ a: 1 }), { as: "alice" });
    await to.apply(configMap({ a: { b: "c" } }), { as: "alice" });
    await to.apply({ ...configMap({}), data: ["a"] }, { as: "alice" });
  }),
  scenario("an invalid object", async (to) => {
    await to.apply(only(WEB, { spec: { replicas: 1 } }), { as: "alice" });
    await to.apply(service([]), { as: "alice" });
  }),
  scenario("the data of a Secret", async (to) => {
    await to.apply(secret({ a: "YQ==" }), { as: "alice" });
    await to.apply(secret({ b: "Yg==" }), { as: "bob" });
    await to.apply(only(secret({}), { stringData: { c: "c" } }), { as: "carol" });
    await to.apply(only(secret({})), { as: "carol" });
  }),
  scenario("manager names that are not allowed", async (to) => {
    await to.apply(configMap({}), { as: "a".repeat(129) });
    await to.apply(configMap({}), { as: "tab\tbed" });
    await to.apply(configMap({}), { as: "" });
    await to.apply(configMap({}), { as: "with space and ünïcode" });
  }),
  scenario("a quantity in other words is no change", async (to) => {
    await to.apply(asked("1000m", "1024Mi"), { as: "alice" });
    await to.apply(asked("1", "1Gi"), { as: "alice" });
    await to.apply(asked("1", "1Gi"), { as: "bob" });
    await to.apply(asked("1.0", "1073741824"), { as: "carol" });
  }),
  scenario("moving from update to apply with force and back", async (to) => {
    await to.create(WEB, { as: "alice" });
    await to.apply(WEB, { as: "bob", force: "true" });
    await to.patch(WEB, { merge: { spec: { replicas: 7 } } }, { as: "alice" });
    await to.apply(deployment(), { as: "bob", force: "true" });
    await to.get(WEB);
  }),
  scenario("applied by kubectl after a client-side apply", async (to) => {
    const last = JSON.stringify({
      apiVersion: "v1",
      kind: "ConfigMap",
      metadata: { name: "x" },
      data: { a: "1" },
    });
    const annotations = { "kubectl.kubernetes.io/last-applied-configuration": last };
    await to.create(configMap({ a: "1" }, { annotations }), { as: "kubectl-client-side-apply" });
    await to.apply(configMap({ a: "2" }), { as: "kubectl" });
    await to.apply(configMap({}), { as: "kubectl" });
  }),
]);
