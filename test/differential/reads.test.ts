import { textAt } from "../../src/core/object/json.ts";
import type { Actor } from "./actor.ts";
import { compareScenarios } from "./compare-servers.ts";
import { inTurn } from "./in-turn.ts";
import { configMap, container, deployment, pod, secret } from "./objects.ts";
import { scenario } from "./scenario.ts";

const MAPS = "/api/v1/namespaces/$ns/configmaps";
const TABLE = "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";
const PARTIAL_LIST = "application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io";
const PARTIAL = "application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io";

async function createThree(to: Actor): Promise<void> {
  await to.create(configMap({ a: "1" }, { name: "a", labels: { app: "x", tier: "1" } }));
  await to.create(configMap({ b: "1" }, { name: "b", labels: { app: "y" } }));
  await to.create(configMap({ c: "1" }, { name: "c" }));
}

async function get(to: Actor, path: string, accept?: string): ReturnType<Actor["send"]> {
  return to.send({ method: "GET", path, accept });
}

compareScenarios("reads", [
  scenario("create and get", async (to) => {
    await to.create(configMap({ a: "1" }), { as: "alice" });
    await to.get(configMap({}));
  }),
  scenario("creating twice", async (to) => {
    await to.create(configMap({}));
    await to.create(configMap({}));
    await to.create(deployment());
    await to.create(deployment());
  }),
  scenario("the manager's name comes from the user agent", async (to) => {
    await to.create(configMap({ a: "1" }));
  }),
  scenario("what is not there", async (to) => {
    await to.get(configMap({}));
    await to.get(deployment());
    await get(to, "/api/v1/namespaces/nowhere/configmaps");
    await get(to, "/api/v1/namespaces/nowhere");
    await get(to, "/api/v1/nodes/none");
  }),
  scenario("paths that lead nowhere", async (to) => {
    await get(to, "/api/v1/namespaces/$ns/nonsense");
    await get(to, "/apis/nonsense/v1/things");
    await get(to, "/apis/apps/v9/deployments");
    await get(to, "/apis/nonsense");
    await get(to, "/api/v2");
    await get(to, "/nonsense");
    await get(to, "/api/v1/namespaces/$ns/configmaps/x/y/z");
    await get(to, "/apis/apps/v1/namespaces/$ns/configmaps");
  }),
  scenario("methods that a path does not have", async (to) => {
    await to.send({ method: "PUT", path: MAPS, body: configMap({}) });
    await to.send({ method: "POST", path: `${MAPS}/x`, body: configMap({}) });
    await to.send({
      method: "PATCH",
      path: MAPS,
      body: {},
      contentType: "application/merge-patch+json",
    });
    await to.send({ method: "POST", path: "/version", body: {} });
    await to.send({ method: "POST", path: "/api/v1/configmaps", body: configMap({}) });
    await to.send({ method: "DELETE", path: "/apis/apps/v1" });
  }),
  scenario("a list", async (to) => {
    await createThree(to);
    await get(to, MAPS);
  }),
  scenario("an empty list", async (to) => {
    await get(to, MAPS);
    await get(to, "/apis/apps/v1/namespaces/$ns/deployments");
  }),
  scenario("lists by label", async (to) => {
    await createThree(to);
    for (const selector of [
      "app=x",
      "app!=x",
      "app in (x,y)",
      "app notin (x)",
      "app",
      "!app",
      "app==y,tier",
      "tier=1,app=y",
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await get(to, `${MAPS}?labelSelector=${encodeURIComponent(selector)}`);
    }
  }),
  scenario("selectors that are wrong", async (to) => {
    for (const selector of [
      "app=",
      "=x",
      "app in x",
      "app in ()",
      "a b",
      "app=x=y",
      "bad key!=x",
      "app>1",
      "app>x",
      ",,",
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await get(to, `${MAPS}?labelSelector=${encodeURIComponent(selector)}`);
    }
  }),
  scenario("lists by field", async (to) => {
    await createThree(to);
    await get(to, `${MAPS}?fieldSelector=${encodeURIComponent("metadata.name=b")}`);
    await get(to, `${MAPS}?fieldSelector=${encodeURIComponent("metadata.name!=b")}`);
    await get(to, `${MAPS}?fieldSelector=${encodeURIComponent("metadata.namespace=$ns")}`);
    await get(to, `${MAPS}?fieldSelector=${encodeURIComponent("data.a=1")}`);
    await get(to, `${MAPS}?fieldSelector=nonsense`);
  }),
  scenario("pods by field", async (to) => {
    await to.create(pod([container("a")]));
    await get(
      to,
      `/api/v1/namespaces/$ns/pods?fieldSelector=${encodeURIComponent("status.phase=Pending")}`,
    );
    await get(
      to,
      `/api/v1/namespaces/$ns/pods?fieldSelector=${encodeURIComponent("status.phase!=Pending,spec.nodeName=")}`,
    );
    await get(
      to,
      `/api/v1/namespaces/$ns/pods?fieldSelector=${encodeURIComponent("spec.image=x")}`,
    );
  }),
  scenario("pages", async (to) => {
    await createThree(to);
    const first = await get(to, `${MAPS}?limit=2`);
    const token = textAt(first, "metadata", "continue") ?? "";
    await get(to, `${MAPS}?limit=2&continue=${encodeURIComponent(token)}`);
    await get(to, `${MAPS}?limit=1&labelSelector=app`);
    await get(to, `${MAPS}?limit=0`);
    await get(to, `${MAPS}?limit=x`);
    await get(to, `${MAPS}?continue=nonsense`);
    await get(to, `${MAPS}?limit=2&continue=${encodeURIComponent(token)}&resourceVersion=1`);
  }),
  scenario("resource versions of reads", async (to) => {
    await createThree(to);
    await get(to, `${MAPS}/a?resourceVersion=0`);
    await get(to, `${MAPS}?resourceVersion=0&limit=1`);
    await get(to, `${MAPS}?resourceVersion=x`);
    await get(to, `${MAPS}?resourceVersionMatch=Exact`);
    await get(to, `${MAPS}?resourceVersion=0&resourceVersionMatch=Exact`);
    await get(to, `${MAPS}?resourceVersion=1&resourceVersionMatch=Odd`);
  }),
  scenario("only metadata", async (to) => {
    await createThree(to);
    await get(to, `${MAPS}/a`, PARTIAL);
    await get(to, MAPS, PARTIAL_LIST);
  }),
  scenario("tables", async (to) => {
    await createThree(to);
    await get(to, `${MAPS}?includeObject=None`, TABLE);
    await get(to, `${MAPS}/a?includeObject=Metadata`, TABLE);
    await get(to, `${MAPS}?includeObject=Odd`, TABLE);
  }),
  scenario("accepting what there is not", async (to) => {
    await to.create(configMap({}));
    await get(to, `${MAPS}/x`, "text/html");
    await get(to, `${MAPS}/x`, "application/json;as=Nonsense;v=v1;g=meta.k8s.io");
    await get(to, `${MAPS}/x`, "*/*");
    await get(to, `${MAPS}/x`, "text/html, application/json;q=0.5");
  }),
  scenario("cluster-scoped lists across namespaces", async (to) => {
    await to.create(secret({ a: "YQ==" }, { metadata: { name: "x", labels: { only: "$ns" } } }));
    await get(to, "/api/v1/secrets?labelSelector=only%3D$ns");
    await get(to, "/api/v1/namespaces?fieldSelector=metadata.name%3D$ns");
  }),
  scenario("an update and its conflicts", async (to) => {
    const made = await to.create(configMap({ a: "1" }), { as: "alice" });
    await to.update({ ...made, data: { a: "2" } }, { as: "bob" });
    await to.update({ ...made, data: { a: "3" } }, { as: "bob" });
    await to.update(configMap({ a: "4" }), { as: "bob" });
    await to.update(configMap({ a: "4" }), { as: "bob" });
    await to.update(configMap({ a: "4" }, { uid: "01234567-89ab-cdef-0123-456789abcdef" }), {
      as: "bob",
    });
    await to.update({ ...configMap({}), metadata: { name: "none" } });
    await to.send({ method: "PUT", path: `${MAPS}/x`, body: configMap({}, { name: "other" }) });
    await to.send({
      method: "PUT",
      path: `${MAPS}/x`,
      body: configMap({}, { namespace: "other" }),
    });
  }),
  scenario("an update keeps what only the server sets", async (to) => {
    await to.create(configMap({ a: "1" }), { as: "alice" });
    await to.update(
      configMap(
        { a: "1" },
        {
          creationTimestamp: "2001-01-01T00:00:00Z",
          generation: 9,
          deletionTimestamp: "2001-01-01T00:00:00Z",
        },
      ),
      { as: "bob" },
    );
    await to.update(configMap({ a: "1" }, { resourceVersion: "0" }), { as: "bob" });
    await to.update(configMap({ a: "1" }, { resourceVersion: "x" }), { as: "bob" });
  }),
  scenario("more than ten managers", async (to) => {
    // Their names stand in the order of their writes, so that it does not matter in which second they wrote.
    await to.create(configMap({ m10: "0" }), { as: "m10" });
    await inTurn(
      Array.from({ length: 13 }, (_, index) => `m${index + 11}`),
      async (name) => to.patch(configMap({}), { merge: { data: { [name]: "1" } } }, { as: name }),
    );
    await to.get(configMap({}));
  }),
]);
