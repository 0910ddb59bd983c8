import { expect, test } from "vitest";
import { Discovery } from "../../../../src/adapters/kubernetes/discovery.ts";
import { sendJson, startScriptedApi } from "../../../support/scripted-api.ts";

/** A server without aggregated discovery, one of whose groups is down. */
const OLD_SERVER: Readonly<Record<string, object>> = {
  "/api": { kind: "APIVersions", versions: ["v1"] },
  "/api/v1": {
    resources: [
      { name: "pods", kind: "Pod", namespaced: true },
      { name: "pods/status", kind: "Pod" },
    ],
  },
  "/apis": {
    kind: "APIGroupList",
    groups: [
      { name: "apps", versions: [{ version: "v1" }], preferredVersion: { version: "v1" } },
      { name: "down.example", versions: [{ version: "v1" }], preferredVersion: { version: "v1" } },
    ],
  },
  "/apis/apps/v1": { resources: [{ name: "deployments", kind: "Deployment", namespaced: true }] },
};

test.each([403, 429, 500, 503])(
  "an older server is asked group by group; one that says %i hides no other, and has kinds that nobody knows",
  async (status) => {
    const api = await startScriptedApi((request, response) => {
      const body = OLD_SERVER[request.url ?? ""];
      const refusal = { status, body: { message: "not now" }, headers: { "retry-after": "0" } };
      if (body === undefined) sendJson(response, refusal);
      else sendJson(response, { body });
    });
    const discovery = new Discovery(api.client);
    const pod = await discovery.find({ group: "", kind: "Pod" });
    const deployment = await discovery.find({ group: "apps", kind: "Deployment", version: "v1" });
    expect([pod?.hasStatusSubresource, deployment?.plural]).toEqual([true, "deployments"]);
    expect(
      await discovery.find({ group: "apps", kind: "Deployment", version: "v1beta1" }),
    ).toBeUndefined();
    const lost = discovery.find({ group: "down.example", kind: "Boat" });
    await expect(lost).rejects.toThrow("discovery of down.example/v1: not now");
    const { kinds, silent } = await discovery.all();
    expect([kinds.map(({ kind }) => kind), silent]).toEqual([
      ["Pod", "Deployment"],
      ["down.example"],
    ]);
  },
);

test("a group that went between two requests has no kinds", async () => {
  const api = await startScriptedApi((request, response) => {
    const body = OLD_SERVER[request.url ?? ""];
    sendJson(response, body === undefined ? { status: 404, body: {} } : { body });
  });
  const discovery = new Discovery(api.client);
  expect(await discovery.find({ group: "down.example", kind: "Boat" })).toBeUndefined();
  const { kinds, silent } = await discovery.all();
  expect([kinds.map(({ kind }) => kind), silent]).toEqual([["Pod", "Deployment"], []]);
});

function group(name: string, version: object): object {
  return { metadata: { name }, versions: [{ version: "v1", ...version }] };
}

test("a group of which the server knows no kinds now, as its own server is down, is silent", async () => {
  const boats = { resource: "boats", responseKind: { kind: "Boat" } };
  const items = [
    group("fresh.example", { resources: [boats] }),
    group("known.example", { resources: [boats], freshness: "Stale" }),
    group("silent.example", { freshness: "Stale" }),
  ];
  const api = await startScriptedApi((request, response) => {
    const isCore = request.url === "/api";
    sendJson(response, { body: { kind: "APIGroupDiscoveryList", items: isCore ? [] : items } });
  });
  const discovery = new Discovery(api.client);
  const { kinds, silent } = await discovery.all();
  expect(kinds.map(({ group: of }) => of)).toEqual(["fresh.example", "known.example"]);
  expect(silent).toEqual(["silent.example"]);
  expect(await discovery.find({ group: "silent.example", kind: "Boat" })).toBeUndefined();
});

test("what can only be read, or only be made, is nothing of which a stack has members", async () => {
  const verbs = { tokens: ["create"], metrics: ["get", "list"], maps: ["list", "patch"] };
  const resources = Object.entries(verbs).map(([name, each]) => ({
    resource: name,
    responseKind: { kind: name },
    verbs: each,
  }));
  const items = [{ versions: [{ version: "v1", resources }] }];
  const api = await startScriptedApi((request, response) => {
    const isCore = request.url === "/api";
    sendJson(response, { body: { kind: "APIGroupDiscoveryList", items: isCore ? items : [] } });
  });
  const { kinds } = await new Discovery(api.client).all();
  expect(kinds.map(({ kind, mayHoldMembers }) => `${kind} ${mayHoldMembers}`)).toEqual([
    "tokens false",
    "metrics false",
    "maps true",
  ]);
});

test("a refused discovery is an error, and is not remembered", async () => {
  let isBroken = true;
  const api = await startScriptedApi((request, response) => {
    if (isBroken) sendJson(response, { status: 500, body: { message: "starting" } });
    else sendJson(response, { body: OLD_SERVER[request.url ?? ""] ?? {} });
  });
  const discovery = new Discovery(api.client);
  await expect(discovery.find({ group: "", kind: "Pod" })).rejects.toThrow("discovery: starting");
  isBroken = false;
  expect((await discovery.find({ group: "", kind: "Pod" }))?.plural).toBe("pods");
});

test("fifty missing kinds at once cost one more discovery, and asking again within a second none", async () => {
  const api = await startScriptedApi((_, response) => {
    sendJson(response, { body: { kind: "APIGroupDiscoveryList", items: [] } });
  });
  const discovery = new Discovery(api.client);
  const kinds = Array.from({ length: 50 }, (_, n) => ({ group: "x.example", kind: `Kind${n}` }));
  await Promise.all(kinds.map(async (kind) => discovery.find(kind)));
  expect(api.requests).toHaveLength(4);
  await Promise.all(kinds.map(async (kind) => discovery.find(kind)));
  expect(api.requests).toHaveLength(4);
  discovery.invalidate();
  await discovery.find({ group: "x.example", kind: "Kind1" });
  expect(api.requests.length).toBeGreaterThan(4);
});
