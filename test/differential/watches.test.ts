import { resourceVersionOf } from "../../src/core/object/live-object.ts";
import { compareScenarios } from "./compare-servers.ts";
import { inTurn } from "./in-turn.ts";
import { configMap, widget, widgetCrd } from "./objects.ts";
import { scenario } from "./scenario.ts";
import { serveWidgets, WIDGETS } from "./serve-widgets.ts";
import { objectOf } from "./widget-schema.ts";

const MAPS = "/api/v1/namespaces/$ns/configmaps";
const X = configMap({});
/** The embedded cluster keeps so many changes of a kind; the real server none from before the kind was defined. */
const CHANGES_MAX = 2000;

compareScenarios("watches", [
  scenario("what happens after a version", async (to) => {
    const created = await to.create(configMap({ a: "1" }));
    await to.patch(X, { merge: { data: { a: "2" } } });
    await to.delete(X);
    await to.watch(`${MAPS}?watch=true&resourceVersion=${resourceVersionOf(created)}`, {
      count: 2,
    });
  }),
  scenario("what is there first, then what comes", async (to) => {
    await to.create(configMap({ a: "1" }));
    await to.watch(`${MAPS}?watch=1`, {
      count: 3,
      meanwhile: async () => {
        await to.create(configMap({}, { name: "y" }));
        await to.delete(configMap({}, { name: "y" }));
      },
    });
  }),
  scenario("from version 0", async (to) => {
    await to.create(configMap({ a: "1" }));
    await to.watch(`${MAPS}?watch=true&resourceVersion=0`, { count: 1 });
  }),
  scenario("an object comes into the selection and leaves it", async (to) => {
    const created = await to.create(configMap({ a: "1" }));
    await to.patch(X, { merge: { metadata: { labels: { app: "x" } } } });
    await to.patch(X, { merge: { data: { a: "2" } } });
    await to.patch(X, { merge: { metadata: { labels: { app: "y" } } } });
    await to.patch(X, { merge: { data: { a: "3" } } });
    await to.patch(X, { merge: { metadata: { labels: { app: "x" } } } });
    const from = resourceVersionOf(created);
    await to.watch(`${MAPS}?watch=true&labelSelector=app%3Dx&resourceVersion=${from}`, {
      count: 4,
    });
  }),
  scenario("one object by its name", async (to) => {
    await to.create(configMap({}, { name: "y" }));
    await to.create(configMap({ a: "1" }));
    await to.watch(`${MAPS}?watch=true&fieldSelector=metadata.name%3Dx`, { count: 1 });
  }),
  scenario("the old form of the path", async (to) => {
    await to.create(configMap({ a: "1" }));
    await to.watch("/api/v1/watch/namespaces/$ns/configmaps", { count: 1 });
  }),
  scenario("the initial events end with a bookmark", async (to) => {
    await to.create(configMap({ a: "1" }));
    await to.watch(
      `${MAPS}?watch=true&sendInitialEvents=true&allowWatchBookmarks=true&resourceVersionMatch=NotOlderThan`,
      { count: 2 },
    );
  }),
  scenario("a version that is not kept any more", async (to) => {
    await serveWidgets(to, widgetCrd(objectOf({ count: { type: "integer" } })));
    await to.create(widget({ count: -1 }));
    await inTurn(Array.from({ length: CHANGES_MAX / 50 + 1 }), async (_, chunk) =>
      to.flood(
        Array.from({ length: 50 }, (__, index) => ({
          method: "PATCH",
          path: `${WIDGETS}/x`,
          contentType: "application/merge-patch+json",
          body: { spec: { count: chunk * 50 + index } },
        })),
      ),
    );
    await to.watch(`${WIDGETS}?watch=true&resourceVersion=1`, { count: 1 });
  }),
  scenario("wrong options of a watch", async (to) => {
    for (const query of [
      "resourceVersion=x",
      "sendInitialEvents=true",
      "sendInitialEvents=true&resourceVersionMatch=Exact",
      "resourceVersionMatch=NotOlderThan",
      "timeoutSeconds=x",
    ]) {
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await to.send({ method: "GET", path: `${MAPS}?watch=true&${query}` });
    }
  }),
  scenario("a watch ends in time", async (to) => {
    await to.create(configMap({}));
    await to.watch(`${MAPS}?watch=true&timeoutSeconds=1`, { count: 5 });
  }),
  scenario("a watch of tables", async (to) => {
    const created = await to.create(configMap({ a: "1" }));
    await to.patch(X, { merge: { data: { a: "2" } } });
    await to.watch(`${MAPS}?watch=true&resourceVersion=${resourceVersionOf(created)}`, {
      count: 1,
    });
  }),
]);
