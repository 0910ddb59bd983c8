import { type Json } from "../../src/core/object/json.ts";
import type { Actor } from "./actor.ts";
import { compareScenarios } from "./compare-servers.ts";
import { configMap, container, deployment, withContainer } from "./objects.ts";
import { scenario } from "./scenario.ts";

const MAPS = "/api/v1/namespaces/$ns/configmaps";
const DEPLOYMENTS = "/apis/apps/v1/namespaces/$ns/deployments";

async function post(to: Actor, text: string, contentType?: string): Promise<void> {
  await to.send({ method: "POST", path: MAPS, text, contentType });
}

compareScenarios("bad bodies", [
  scenario("no JSON", async (to) => {
    await post(to, "{");
    await post(to, "nonsense");
    await post(to, "");
    await post(to, "[]");
    await post(to, "null");
    await post(to, '"text"');
    await post(to, '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x"}} trailing');
  }),
  scenario("no kind or version", async (to) => {
    await post(to, "{}");
    await post(to, '{"kind":"ConfigMap"}');
    await post(to, '{"apiVersion":"v1"}');
    await post(to, '{"apiVersion":"v1","kind":"Secret","metadata":{"name":"x"}}');
    await post(to, '{"apiVersion":"v2","kind":"ConfigMap","metadata":{"name":"x"}}');
    await post(to, '{"apiVersion":"nonsense/v1","kind":"Thing","metadata":{"name":"x"}}');
    await post(to, '{"apiVersion":"a/b/c","kind":"ConfigMap","metadata":{"name":"x"}}');
  }),
  scenario("content types", async (to) => {
    const text = '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x"}}';
    await post(to, text, "text/plain");
    await post(to, text, "application/x-www-form-urlencoded");
    await post(to, "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: y}\n", "application/yaml");
    await post(to, "a: [", "application/yaml");
    await to.send({
      method: "PATCH",
      path: `${MAPS}/x`,
      body: {},
      contentType: "application/json",
    });
    await to.send({ method: "PATCH", path: `${MAPS}/x`, body: {}, contentType: "text/plain" });
  }),
  scenario("YAML for an apply", async (to) => {
    const contentType = "application/apply-patch+yaml";
    const path = `${MAPS}/x?fieldManager=alice`;
    await to.send({
      method: "PATCH",
      path,
      contentType,
      text: "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x\ndata:\n  a: 'yes'\n",
    });
    await to.send({ method: "PATCH", path, contentType, text: "a: [" });
    await to.send({ method: "PATCH", path, contentType, text: "" });
    await to.send({ method: "PATCH", path, contentType, text: "text" });
    await to.send({ method: "PATCH", path, contentType, text: "{}" });
    await to.send({
      method: "PATCH",
      path,
      contentType,
      text: "apiVersion: v1\nkind: Secret\nmetadata: {name: x}\n",
    });
    await to.send({
      method: "PATCH",
      path,
      contentType,
      text: "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: y}\n",
    });
    await to.send({
      method: "PATCH",
      path,
      contentType,
      text: "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x, namespace: other}\n",
    });
  }),
  scenario("unknown fields", async (to) => {
    const odd = { ...configMap({}), surprise: 1, metadata: { name: "x", odd: 2 } };
    await to.create(odd, { fieldValidation: "Strict" });
    await to.create(odd, { fieldValidation: "Odd" });
    await to.create(odd, { fieldValidation: "Warn" });
    await to.create(
      deployment([container("web", { imag: "x", ports: [{ containerPort: 1, odd: true }] })]),
      { fieldValidation: "Strict" },
    );
  }),
  scenario("duplicate fields", async (to) => {
    const text =
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x"},"data":{"a":"1","a":"2"},"immutable":false,"immutable":true}';
    await to.send({ method: "POST", path: `${MAPS}?fieldValidation=Strict`, text });
    await to.send({ method: "POST", path: `${MAPS}?fieldValidation=Warn`, text });
  }),
  scenario("wrong types", async (to) => {
    const bad: readonly Json[] = ["many", 1.5, true, [], {}, 99999999999];
    for (const replicas of bad) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await to.create(deployment([container("web")], { spec: { replicas } }));
    }
    await to.create(configMap({ a: 1 }));
    await to.create(configMap({ a: { b: 1 } }));
    await to.create({ ...configMap({}), data: "x" });
    await to.create({ ...configMap({}), metadata: [] });
    await to.create(withContainer({ command: "sh" }));
    await to.create(withContainer({ env: { A: "1" } }));
    await to.create(withContainer({ env: [{ name: "A", value: 1 }] }));
    await to.create(withContainer({ tty: "yes" }));
    await to.create(withContainer({ ports: [{ containerPort: "80" }] }));
    await to.create(deployment(["web"]));
  }),
  scenario("queries that are wrong", async (to) => {
    const body = configMap({});
    for (const query of [
      "dryRun=Some",
      "fieldManager=%09",
      "fieldValidation=x",
      "dryRun=All&dryRun=Some",
      "pretty=x",
      "unknown=1",
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await to.send({ method: "POST", path: `${MAPS}?${query}`, body });
    }
    await to.patch(configMap({}), { merge: {} }, { force: "true" });
    await to.patch(configMap({}), { merge: {} }, { force: "perhaps" });
  }),
  scenario("a body that is a list", async (to) => {
    await to.send({
      method: "POST",
      path: MAPS,
      body: { apiVersion: "v1", kind: "List", items: [configMap({})] },
    });
    await to.send({
      method: "POST",
      path: MAPS,
      body: { apiVersion: "v1", kind: "ConfigMapList", items: [] },
    });
  }),
  scenario("a body that is too large", async (to) => {
    await to.send({ method: "POST", path: MAPS, body: configMap({ a: "x".repeat(1_100_000) }) });
    await to.send({
      method: "POST",
      path: DEPLOYMENTS,
      body: configMap({ a: "x".repeat(3_200_000) }),
    });
  }),
]);
