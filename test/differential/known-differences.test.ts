import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeBoth, playOnBoth } from "./compare-servers.ts";
import {
  configMap,
  container,
  deployment,
  made,
  pod,
  service,
  widget,
  widgetCrd,
} from "./objects.ts";
import { type Scenario, scenario } from "./scenario.ts";
import { serveWidgets } from "./serve-widgets.ts";
import { objectOf, TEXT } from "./widget-schema.ts";

const README = join(import.meta.dirname, "../../src/embedded/README.md");
const EVENT = {
  involvedObject: { kind: "Pod", name: "p", namespace: "$ns" },
  reason: "R",
  message: "m",
};
const STATUS = { subresources: { status: {} } };

/**
 * What the embedded cluster does otherwise, by the rows of its README. One that is red here was mended: take it out, here and
 * there.
 */
const KNOWN: readonly Scenario[] = [
  scenario("admission: limit ranges are not applied to pods", async (to) => {
    const limits = [{ type: "Container", default: { cpu: "1" } }];
    await to.create(made("v1", "LimitRange", { spec: { limits } }));
    await to.create(pod([container("a")]), { dryRun: "All" });
  }),
  scenario("admission: pod security standards are not enforced", async (to) => {
    await to.send({
      method: "PATCH",
      path: "/api/v1/namespaces/$ns",
      contentType: "application/merge-patch+json",
      body: { metadata: { labels: { "pod-security.kubernetes.io/enforce": "restricted" } } },
    });
    await to.create(pod([container("a")]));
  }),
  scenario("admission: CEL rules are not evaluated", async (to) => {
    const rule = { rule: "self.a == 'good'", message: "be good" };
    await serveWidgets(
      to,
      widgetCrd(objectOf({ a: TEXT }, { "x-kubernetes-validations": [rule] })),
    );
    await to.create(widget({ a: "bad" }));
  }),
  scenario("CRDs: what was invalid before is refused", async (to) => {
    const crd = widgetCrd(objectOf({ a: TEXT, b: TEXT }));
    const a = "/spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/a";
    await serveWidgets(to, crd);
    await to.create(widget({ a: "short" }));
    await to.patch(crd, { json: [{ op: "add", path: `${a}/minLength`, value: 9 }] });
    await to.untilRefused(widget({ a: "new" }, { metadata: { name: "y" } }));
    await to.patch(widget({}), { merge: { spec: { b: "1" } } });
  }),
  scenario("CRDs: nulls of applied labels are mended with the next write", async (to) => {
    await serveWidgets(to, widgetCrd(objectOf({ a: TEXT }), { version: STATUS }));
    const applied = widget({ a: "1" }, { metadata: { name: "x", labels: { b: null } } });
    await to.apply(applied, { as: "alice" });
    await to.patch(widget({}), { merge: {} });
  }),
  scenario("kinds: events of the two groups are two kinds", async (to) => {
    await to.create(made("v1", "Event", EVENT));
    await to.send({ method: "GET", path: "/apis/events.k8s.io/v1/namespaces/$ns/events/x" });
  }),
  scenario("kinds: some subresources are not served", async (to) => {
    await to.create(pod([container("a")]));
    await to.patch(
      pod([]),
      { strategic: { spec: { ephemeralContainers: [container("debug")] } } },
      { subresource: "ephemeralcontainers" },
    );
  }),
  scenario("kinds: some are not served", async (to) => {
    await to.send({ method: "GET", path: "/api/v1/componentstatuses?limit=1" });
    await to.send({ method: "GET", path: "/apis/networking.k8s.io/v1/servicecidrs" });
  }),
  scenario("validation: events with an eventTime are not checked", async (to) => {
    await to.create(made("v1", "Event", { ...EVENT, eventTime: "2024-01-01T00:00:00.000000Z" }));
  }),
  scenario("validation: fields of features that are off are kept", async (to) => {
    const spec = { strategy: "OldestEmulationVersion" };
    await to.create(made("coordination.k8s.io/v1", "Lease", { spec }));
  }),
  scenario("validation: addresses with leading zeros are refused", async (to) => {
    await to.create(service([{ port: 80 }], { externalIPs: ["010.0.0.1"] }));
  }),
  scenario("numbers and texts: a key that is written twice has its last value", async (to) => {
    await to.send({
      method: "POST",
      path: "/api/v1/namespaces/$ns/configmaps",
      text: '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"x"},"data":{"a":"1"},"data":{"b":"1"}}',
    });
  }),
  scenario("numbers and texts: whole numbers may be written as 2.0", async (to) => {
    const text = JSON.stringify(deployment([container("a")], { spec: { replicas: 77 } }));
    const path = "/apis/apps/v1/namespaces/$ns/deployments";
    await to.send({ method: "POST", path, text: text.replace("77", "2.0") });
  }),
  scenario("ownership: an empty list that Go writes as null has no owner", async (to) => {
    await to.create(made("rbac.authorization.k8s.io/v1", "Role", { rules: [] }));
  }),
  scenario("ownership: a policy that a Service lost and got again", async (to) => {
    const own = service([{ port: 80, name: "http" }]);
    await to.create(own, { as: "alice" });
    await to.patch(own, { merge: { spec: { type: "ExternalName", externalName: "a.b" } } });
    await to.patch(own, { merge: { spec: { type: "ClusterIP", externalName: null } } });
  }),
  scenario("limits: objects are counted as JSON", async (to) => {
    await to.create(configMap({ a: '"'.repeat(1_000_000) }));
  }),
  scenario("tables and OpenAPI: documents tell less", async (to) => {
    await to.send({ method: "GET", path: "/openapi/v3/apis/apps/v1" });
  }),
  scenario("tables and OpenAPI: cells of paths with two dots are empty", async (to) => {
    const additionalPrinterColumns = [{ name: "A", type: "string", jsonPath: ".spec..a" }];
    const version = { additionalPrinterColumns };
    await serveWidgets(to, widgetCrd(objectOf({ a: TEXT }), { version }));
    await to.create(widget({ a: "1" }));
    await to.send({
      method: "GET",
      path: "/apis/$ns.example.com/v1/namespaces/$ns/widgets?includeObject=None",
      accept: "application/json;as=Table;v=v1;g=meta.k8s.io",
    });
  }),
  scenario("HTTP: there is no protobuf in answers", async (to) => {
    await to.send({
      method: "GET",
      path: "/api/v1/namespaces/$ns/configmaps",
      accept: "application/vnd.kubernetes.protobuf",
    });
  }),
];

describeBoth("known differences", (servers) => {
  test.concurrent.each(KNOWN)("$title", async ({ title, play }) => {
    const { real, embedded } = await playOnBoth({ title: `known: ${title}`, play }, servers());
    expect(embedded).not.toEqual(real);
    const [part = ""] = title.split(":");
    expect(await readFile(README, "utf8")).toMatch(new RegExp(`^\\| ${part} +\\|`, "m"));
  });
});
