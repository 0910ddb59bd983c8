import { afterAll, beforeAll, expect, test } from "vitest";
import { isJsonObject, type JsonObject, listAt } from "../../src/core/object/json.ts";
import type { EmbeddedCluster } from "../../src/embedded/start-embedded-cluster.ts";
import { askCluster } from "../support/ask-cluster.ts";
import { eventually } from "../support/eventually.ts";
import { startBareEmbedded } from "../support/start-bare-embedded.ts";
import { watchLines } from "../support/watch-lines.ts";

const CRDS = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
const WIDGETS = "/apis/example.com/v1/namespaces/default/widgets";
const JSON_TYPE = { "content-type": "application/json" };

let cluster: EmbeddedCluster;

beforeAll(async () => {
  cluster = await startBareEmbedded();
});

afterAll(async () => {
  await cluster.close();
});

async function send(method: string, path: string, body?: JsonObject): Promise<number> {
  const type = method === "PATCH" ? "application/merge-patch+json" : JSON_TYPE["content-type"];
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const headers = { "content-type": type };
  return (await askCluster(cluster, { path, method, headers, ...sent })).status;
}

function definition(properties: JsonObject): JsonObject {
  const spec = { type: "object", properties };
  const schema = { openAPIV3Schema: { type: "object", properties: { spec } } };
  return {
    metadata: { name: "widgets.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "widgets", kind: "Widget" },
      versions: [{ name: "v1", served: true, storage: true, schema }],
    },
  };
}

async function serveWidgets(): Promise<void> {
  expect(await send("POST", CRDS, definition({ a: { type: "string" } }))).toBe(201);
  await eventually("widgets are served", async () => (await send("GET", WIDGETS)) === 200);
  const wheel = { apiVersion: "example.com/v1", kind: "Widget", metadata: { name: "wheel" } };
  expect(await send("POST", WIDGETS, wheel)).toBe(201);
}

async function removeWidgets(): Promise<void> {
  expect(await send("DELETE", `${CRDS}/widgets.example.com`)).toBe(200);
}

async function groups(): Promise<readonly string[]> {
  const { body } = await askCluster(cluster, { path: "/apis" });
  const list: unknown = JSON.parse(body);
  const found = isJsonObject(list) ? listAt(list, "groups").filter(isJsonObject) : [];
  return found.flatMap(({ name }) => (typeof name === "string" ? [name] : []));
}

test("with its definition a kind goes: its objects, watches, lists and place in discovery", async () => {
  await serveWidgets();
  const watched = watchLines(cluster, `${WIDGETS}?watch=true`);
  const others = watchLines(cluster, "/api/v1/namespaces?watch=true&timeoutSeconds=1");
  await watched.seen(1);
  expect(await groups()).toContain("example.com");

  await removeWidgets();

  expect(await watched.ended).toBe("ADDED wheel, DELETED wheel");
  expect(await send("GET", WIDGETS)).toBe(404);
  expect(await send("GET", `${WIDGETS}?watch=true`)).toBe(404);
  expect(await groups()).not.toContain("example.com");
  expect(await others.ended).toContain("ADDED default");
});

test("a watch ends when its kind gets another schema, and goes on when the definition gets a label", async () => {
  await serveWidgets();
  const path = `${CRDS}/widgets.example.com`;
  const watched = watchLines(cluster, `${WIDGETS}?watch=true`);
  await watched.seen(1);
  expect(await send("PATCH", path, { metadata: { labels: { a: "b" } } })).toBe(200);
  const note = { metadata: { annotations: { a: "1" } } };
  expect(await send("PATCH", `${WIDGETS}/wheel`, note)).toBe(200);
  await watched.seen(2);
  expect(await send("PATCH", path, definition({ b: { type: "string" } }))).toBe(200);
  expect(await watched.ended).toBe("ADDED wheel, MODIFIED wheel");
  await removeWidgets();
});

test("a watch that asks for lists ends with its first object", async () => {
  const accept = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";
  const path = "/api/v1/namespaces?watch=true";
  const { status, body } = await askCluster(cluster, { path, headers: { accept } });
  expect({ status, body }).toEqual({ status: 200, body: "" });
});

test("the table of a scale has its numbers", async () => {
  const path = "/apis/apps/v1/namespaces/default/deployments";
  const template = {
    metadata: { labels: { a: "b" } },
    spec: { containers: [{ name: "c", image: "c" }] },
  };
  const spec = { replicas: 3, selector: { matchLabels: { a: "b" } }, template };
  expect(await send("POST", path, { metadata: { name: "web" }, spec })).toBe(201);
  const accept = "application/json;as=Table;v=v1;g=meta.k8s.io";
  const { body } = await askCluster(cluster, { path: `${path}/web/scale`, headers: { accept } });
  const table: unknown = JSON.parse(body);
  expect(table).toMatchObject({
    kind: "Table",
    rows: [{ cells: ["web", 3, 0, expect.any(String)] }],
  });
});
