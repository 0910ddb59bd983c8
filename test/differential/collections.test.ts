import { textAt } from "../../src/core/object/json.ts";
import type { Actor } from "./actor.ts";
import { compareScenarios } from "./compare-servers.ts";
import { inTurn } from "./in-turn.ts";
import { configMap, container, pod } from "./objects.ts";
import { scenario } from "./scenario.ts";

const MAPS = "/api/v1/namespaces/$ns/configmaps";

async function createFive(to: Actor): Promise<void> {
  await inTurn(["a", "b", "c", "d", "e"], async (name) =>
    to.create(configMap({}, { name, labels: { app: name < "c" ? "x" : "y", all: "1" } })),
  );
}

async function get(to: Actor, query: string): ReturnType<Actor["send"]> {
  return to.send({ method: "GET", path: `${MAPS}?${query}` });
}

async function remove(to: Actor, query: string, body?: object): Promise<void> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  await to.send({ method: "DELETE", path: `${MAPS}?${query}`, text });
}

/** Walks through the pages of a list. */
async function walk(to: Actor, query: string): Promise<void> {
  const first = await get(to, query);
  let token = textAt(first, "metadata", "continue") ?? "";
  while (token !== "") {
    // oxlint-disable-next-line no-await-in-loop -- a page names the next one
    const page = await get(to, `${query}&continue=${encodeURIComponent(token)}`);
    token = textAt(page, "metadata", "continue") ?? "";
  }
}

compareScenarios("collections", [
  scenario("pages of two", async (to) => {
    await createFive(to);
    await walk(to, "limit=2");
  }),
  scenario("pages of a selection", async (to) => {
    await createFive(to);
    await walk(to, "limit=1&labelSelector=app%3Dy");
  }),
  scenario("pages of a selection by field", async (to) => {
    await createFive(to);
    await walk(to, "limit=1&fieldSelector=metadata.name%3Dd");
    await walk(to, "limit=1&fieldSelector=metadata.name!%3Dd");
  }),
  scenario("both selectors at once", async (to) => {
    await createFive(to);
    await get(to, "labelSelector=app%3Dy&fieldSelector=metadata.name!%3Dd");
    await get(to, "labelSelector=app%3Dx&fieldSelector=metadata.name%3Dd");
  }),
  scenario("a page of a list that changed", async (to) => {
    await createFive(to);
    const first = await get(to, "limit=2");
    await to.delete(configMap({}, { name: "c" }));
    await to.create(configMap({}, { name: "cc" }));
    const token = encodeURIComponent(textAt(first, "metadata", "continue") ?? "");
    await get(to, `limit=2&continue=${token}`);
    await get(to, `limit=2&continue=${token}&labelSelector=app%3Dy`);
  }),
  scenario("limits of all sorts", async (to) => {
    await createFive(to);
    await inTurn(["limit=5", "limit=6", "limit=500", "limit=-1", "limit=1.5"], async (query) =>
      get(to, query),
    );
  }),
  scenario("tables of a page", async (to) => {
    await createFive(to);
    await to.send({
      method: "GET",
      path: `${MAPS}?limit=2&includeObject=None`,
      accept: "application/json;as=Table;v=v1;g=meta.k8s.io",
    });
  }),
  scenario("deleting what is selected by field", async (to) => {
    await createFive(to);
    await remove(to, "fieldSelector=metadata.name%3Db");
    await get(to, "limit=500");
  }),
  scenario("deleting all", async (to) => {
    await createFive(to);
    await remove(to, "");
    await get(to, "limit=500");
    await remove(to, "");
  }),
  scenario("deleting all in a dry run", async (to) => {
    await createFive(to);
    await remove(to, "dryRun=All&labelSelector=app%3Dx");
    await remove(to, "labelSelector=app%3Dx", { dryRun: ["All"] });
    await get(to, "limit=500");
  }),
  scenario("deleting all in the foreground", async (to) => {
    await createFive(to);
    await remove(to, "labelSelector=app%3Dx", { propagationPolicy: "Foreground" });
    await remove(to, "propagationPolicy=Orphan&labelSelector=app%3Dy");
    await get(to, "limit=500");
  }),
  scenario("deleting with options that are wrong", async (to) => {
    await createFive(to);
    await inTurn(
      ["labelSelector=%3D", "fieldSelector=data.a%3D1", "propagationPolicy=Odd", "limit=x"],
      async (query) => remove(to, query),
    );
    await remove(to, "", { propagationPolicy: "Odd" });
    await remove(to, "labelSelector=app%3Dx", {
      preconditions: { uid: "01234567-89ab-cdef-0123-456789abcdef" },
    });
    await get(to, "limit=500");
  }),
  scenario("deleting pods on a node", async (to) => {
    await to.create(pod([container("a")], { nodeName: "n" }));
    await to.send({
      method: "DELETE",
      path: "/api/v1/namespaces/$ns/pods?labelSelector=!none",
      body: { gracePeriodSeconds: 7 },
    });
    await to.get(pod([]));
  }),
  scenario("deleting all of a kind that does not allow it", async (to) => {
    await to.send({ method: "DELETE", path: "/api/v1/namespaces" });
    await to.send({ method: "DELETE", path: "/api/v1/configmaps?labelSelector=none%3D$ns" });
  }),
]);
