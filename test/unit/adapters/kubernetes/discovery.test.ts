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

test("an older server is asked group by group, and a group that is down hides no other", async () => {
  const api = await startScriptedApi((request, response) => {
    const body = OLD_SERVER[request.url ?? ""];
    if (body === undefined) sendJson(response, { status: 503, body: {} });
    else sendJson(response, { body });
  });
  const discovery = new Discovery(api.client);
  const pod = await discovery.find({ group: "", kind: "Pod" });
  const deployment = await discovery.find({ group: "apps", kind: "Deployment", version: "v1" });
  expect([pod?.hasStatusSubresource, deployment?.plural]).toEqual([true, "deployments"]);
  expect(
    await discovery.find({ group: "apps", kind: "Deployment", version: "v1beta1" }),
  ).toBeUndefined();
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
