import { objectAt } from "../../src/core/object/json.ts";
import type { Actor } from "./actor.ts";
import { compareScenarios } from "./compare-servers.ts";
import {
  configMap,
  container,
  deployment,
  pod,
  secret,
  service,
  withContainer,
} from "./objects.ts";
import { scenario } from "./scenario.ts";

const MAPS = "/api/v1/namespaces/$ns/configmaps";

async function createNamed(to: Actor, ...names: readonly string[]): Promise<void> {
  for (const name of names) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await to.create(configMap({}, { name }));
  }
}

compareScenarios("objects that are not valid", [
  scenario("names", async (to) => {
    await createNamed(
      to,
      "",
      "Upper",
      "under_score",
      "-dash",
      "dash-",
      "a..b",
      "a.b",
      "with/slash",
      "x".repeat(254),
    );
    await to.create({ apiVersion: "v1", kind: "ConfigMap", metadata: {} });
    await to.create(service([{ port: 80 }], {}), {});
    await to.create({ ...service([{ port: 80 }]), metadata: { name: "1st" } });
    await to.create({ ...service([{ port: 80 }]), metadata: { name: "with.dot" } });
  }),
  scenario("the namespace of a body", async (to) => {
    await to.create(configMap({}, { namespace: "other" }));
    await to.send({
      method: "POST",
      path: "/api/v1/namespaces/nowhere/configmaps",
      body: configMap({}),
    });
    await to.send({
      method: "POST",
      path: "/api/v1/namespaces",
      body: { apiVersion: "v1", kind: "Namespace", metadata: { name: "Bad_Name" } },
    });
  }),
  scenario("labels and annotations", async (to) => {
    await to.create(configMap({}, { labels: { "bad key": "1" } }));
    await to.create(configMap({}, { labels: { a: "bad value!" } }));
    await to.create(configMap({}, { labels: { a: "x".repeat(64) } }));
    await to.create(configMap({}, { labels: { "a/b/c": "1", "/x": "2" } }));
    await to.create(configMap({}, { annotations: { "bad key": "1" } }));
    await to.create(configMap({}, { labels: { a: 1 } }));
    await to.create(configMap({}, { labels: { a: null } }));
    await to.create(configMap({}, { finalizers: ["nonsense", "bad key!"] }));
    await to.create(
      configMap({}, { ownerReferences: [{ apiVersion: "v1", kind: "", name: "", uid: "" }] }),
    );
  }),
  scenario("what a create may not set", async (to) => {
    await to.create(configMap({}, { resourceVersion: "1" }));
    await to.create(
      configMap(
        {},
        {
          uid: "01234567-89ab-cdef-0123-456789abcdef",
          creationTimestamp: "2001-01-01T00:00:00Z",
          generation: 5,
          selfLink: "/x",
        },
      ),
    );
  }),
  scenario("quantities and base64", async (to) => {
    await to.create(withContainer({ resources: { requests: { cpu: "lots" } } }));
    await to.create(withContainer({ resources: { requests: { cpu: -1 } } }));
    await to.create(withContainer({ resources: { requests: { cpu: "2" }, limits: { cpu: "1" } } }));
    await to.create(secret({ a: "not base64!" }));
  }),
  scenario("a Deployment that is not valid", async (to) => {
    await to.create({
      apiVersion: "apps/v1",
      kind: "Deployment",
      metadata: { name: "x" },
      spec: {},
    });
    await to.create({ apiVersion: "apps/v1", kind: "Deployment", metadata: { name: "x" } });
    await to.create(deployment([]));
    await to.create(deployment([{ name: "web" }]));
    await to.create(deployment([{ name: "Web_1", image: "x" }]));
    await to.create(deployment([container("web"), container("web")]));
    await to.create(
      deployment([container("web")], { spec: { selector: { matchLabels: { app: "y" } } } }),
    );
    await to.create(
      deployment([container("web")], { spec: { replicas: -1, minReadySeconds: -1 } }),
    );
    await to.create(deployment([container("web")], { spec: { strategy: { type: "Odd" } } }));
    await to.create(
      deployment([container("web")], {
        spec: { strategy: { type: "Recreate", rollingUpdate: {} } },
      }),
    );
    await to.create(deployment([container("web")], { pod: { restartPolicy: "Never" } }));
  }),
  scenario("containers that are not valid", async (to) => {
    await to.create(withContainer({ ports: [{ containerPort: 0 }] }));
    await to.create(withContainer({ ports: [{ containerPort: 80, protocol: "ODD" }] }));
    await to.create(withContainer({ ports: [{ containerPort: 80, name: "Bad Name" }] }));
    await to.create(withContainer({ volumeMounts: [{ name: "none", mountPath: "/x" }] }));
    await to.create(withContainer({ env: [{ name: "" }] }));
    await to.create(withContainer({ imagePullPolicy: "Odd" }));
    await to.create(withContainer({ livenessProbe: {} }));
    await to.create(withContainer({ readinessProbe: { httpGet: { port: 0 } } }));
    await to.create(pod([container("a")], { volumes: [{ name: "v" }] }));
    await to.create(pod([container("a")], { restartPolicy: "Odd", dnsPolicy: "Odd" }));
  }),
  scenario("a Service that is not valid", async (to) => {
    await to.create(service([]));
    await to.create(service([{ port: 0 }]));
    await to.create(service([{ port: 80 }, { port: 81 }]));
    await to.create(
      service([
        { port: 80, name: "a" },
        { port: 80, name: "b" },
      ]),
    );
    await to.create(service([{ port: 80, protocol: "ODD" }]));
    await to.create(service([{ port: 80 }], { type: "Odd" }));
    await to.create(service([{ port: 80 }], { clusterIP: "nonsense" }));
    await to.create(service([{ port: 80 }], { type: "ExternalName" }));
  }),
  scenario("keys of a ConfigMap and a Secret", async (to) => {
    await to.create(configMap({ "bad key!": "1" }));
    await to.create(configMap({ "..": "1" }));
    await to.create(secret({ "bad key!": "YQ==" }));
    await to.create(secret({}, { type: "kubernetes.io/tls" }));
    await to.create(
      secret({}, { type: "kubernetes.io/dockerconfigjson", data: { ".dockerconfigjson": "e30=" } }),
    );
  }),
  scenario("what is immutable", async (to) => {
    await to.create({ ...configMap({ a: "1" }), immutable: true });
    await to.patch(configMap({}), { merge: { data: { a: "2" } } });
    await to.patch(configMap({}), { merge: { immutable: false } });
    await to.create(deployment());
    await to.patch(deployment(), {
      merge: {
        spec: {
          selector: { matchLabels: { app: "y" } },
          template: { metadata: { labels: { app: "y" } } },
        },
      },
    });
  }),
  scenario("a generated name", async (to) => {
    const made = await to.send({
      method: "POST",
      path: `${MAPS}?dryRun=All`,
      body: {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name: "x", generateName: "generated-" },
      },
    });
    if (objectAt(made, "metadata") === undefined) throw new Error("no answer");
    await to.send({
      method: "POST",
      path: MAPS,
      body: { apiVersion: "v1", kind: "ConfigMap", metadata: { generateName: "Generated_" } },
    });
  }),
]);
