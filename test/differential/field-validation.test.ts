import type { JsonObject } from "../../src/core/object/json.ts";
import type { Actor } from "./actor.ts";
import { compareScenarios } from "./compare-servers.ts";
import { inTurn } from "./in-turn.ts";
import { configMap, container, deployment, widget, widgetCrd, withContainer } from "./objects.ts";
import { scenario } from "./scenario.ts";
import { serveWidgets, WIDGETS } from "./serve-widgets.ts";
import { RICH_SPEC } from "./widget-schema.ts";

const MAPS = "/api/v1/namespaces/$ns/configmaps";
const ODD = configMap({ a: "1" }, { odd: 1, labels: { a: "1" } });
const ALL = ["Strict", "Warn", "Ignore"];

async function inEachWay(play: (fieldValidation: string) => Promise<unknown>): Promise<void> {
  await inTurn(ALL, play);
}

async function postWidget(to: Actor, text: string, way: string): Promise<void> {
  await to.send({ method: "POST", path: `${WIDGETS}?fieldValidation=${way}&dryRun=All`, text });
}

function twice(spec: string): string {
  return `{"apiVersion":"$ns.example.com/v1","kind":"Widget","metadata":{"name":"x"},"spec":${spec}}`;
}

compareScenarios("field validation", [
  scenario("a PUT", async (to) => {
    await to.create(configMap({}));
    await inEachWay(async (fieldValidation) => to.update(ODD, { fieldValidation }));
  }),
  scenario("merge patches of metadata", async (to) => {
    await to.create(configMap({}));
    await inEachWay(async (fieldValidation) =>
      to.patch(configMap({}), { merge: { metadata: { odd: 1 }, more: {} } }, { fieldValidation }),
    );
  }),
  scenario("unknown fields at many depths", async (to) => {
    const deep: JsonObject = deployment([
      container("web", {
        one: 1,
        env: [{ name: "A", two: 2 }],
        livenessProbe: { httpGet: { port: 1, three: 3 } },
        resources: { four: { cpu: "1" } },
      }),
    ]);
    await inEachWay(async (fieldValidation) => to.create(deep, { fieldValidation, dryRun: "All" }));
  }),
  scenario("more than a hundred unknown fields", async (to) => {
    const odd = Object.fromEntries(Array.from({ length: 120 }, (_, index) => [`odd${index}`, 1]));
    await to.create({ ...configMap({}), ...odd }, { fieldValidation: "Strict" });
  }),
  scenario("names in another case", async (to) => {
    const wrong: readonly JsonObject[] = [
      { Data: { a: "1" } },
      { metadata: { name: "x", Labels: { a: "1" } } },
      { metaData: { name: "y" } },
    ];
    await inTurn(wrong, async (rest) =>
      to.create({ ...configMap({}), ...rest }, { dryRun: "All" }),
    );
    await to.create(withContainer({ imagepullpolicy: "Always" }), { fieldValidation: "Strict" });
  }),
  scenario("duplicate fields of a patch", async (to) => {
    await to.create(configMap({}));
    await inTurn(["merge-patch+json", "strategic-merge-patch+json"], async (type) =>
      inEachWay(async (way) =>
        to.send({
          method: "PATCH",
          path: `${MAPS}/x?fieldValidation=${way}`,
          contentType: `application/${type}`,
          text: '{"data":{"a":"1","a":"2"},"data":{"a":"3"}}',
        }),
      ),
    );
  }),
  scenario("duplicate fields of an apply", async (to) => {
    await inEachWay(async (way) =>
      to.send({
        method: "PATCH",
        path: `${MAPS}/x?fieldValidation=${way}&fieldManager=alice`,
        contentType: "application/apply-patch+yaml",
        text: "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: x\ndata:\n  a: '1'\n  a: '2'\n",
      }),
    );
  }),
  scenario("custom objects", async (to) => {
    await serveWidgets(to, widgetCrd(RICH_SPEC));
    await inEachWay(async (way) => {
      await postWidget(to, twice('{"size":1,"size":2}'), way);
      await postWidget(to, twice('{"odd":1,"keyed":[{"name":"a","odd":1}]}'), way);
      await postWidget(
        to,
        twice('{"template":{"apiVersion":"v1","kind":"Pod","metadata":{"odd":1}}}'),
        way,
      );
    });
  }),
  scenario("patches of custom objects", async (to) => {
    await serveWidgets(to, widgetCrd(RICH_SPEC));
    await to.create(widget({}));
    await inEachWay(async (fieldValidation) => {
      await to.patch(widget({}), { merge: { spec: { odd: 1 }, odd: 2 } }, { fieldValidation });
      await to.patch(
        widget({}),
        { json: [{ op: "add", path: "/spec/odd", value: 1 }] },
        { fieldValidation },
      );
      await to.apply(widget({ odd: 1 }), { as: "alice", fieldValidation });
    });
  }),
]);
