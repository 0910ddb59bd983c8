import type { JsonObject } from "../../src/core/object/json.ts";
import { compareScenarios } from "./compare-servers.ts";
import { container, deployment, only, pod, service } from "./objects.ts";
import { scenario } from "./scenario.ts";

const HTTP = { name: "http", port: 80 };
const HTTPS = { name: "https", port: 443 };

function withEnv(...names: readonly string[]): JsonObject {
  return deployment([container("web", { env: names.map((name) => ({ name, value: name })) })]);
}

function withContainers(...names: readonly string[]): JsonObject {
  return deployment(names.map((name) => container(name)));
}

function withArgs(...args: readonly string[]): JsonObject {
  return deployment([container("web", { args })]);
}

function tolerating(...keys: readonly string[]): JsonObject {
  return deployment([container("web")], {
    pod: { tolerations: keys.map((key) => ({ key, operator: "Exists" })) },
  });
}

function withVolumes(...names: readonly string[]): JsonObject {
  const volumeMounts = names.map((name) => ({ name, mountPath: `/${name}` }));
  const volumes = names.map((name) => ({ name, emptyDir: {} }));
  return deployment([container("web", { volumeMounts })], { pod: { volumes } });
}

function withVolume(source: JsonObject): JsonObject {
  return deployment([container("web")], { pod: { volumes: [{ name: "a", ...source }] } });
}

function spread(...keys: readonly string[]): JsonObject {
  const topologySpreadConstraints = keys.map((topologyKey) => ({
    maxSkew: 1,
    topologyKey,
    whenUnsatisfiable: "DoNotSchedule",
    labelSelector: { matchLabels: { app: "x" } },
  }));
  return deployment([container("web")], { pod: { topologySpreadConstraints } });
}

function aliased(secrets: readonly string[], ips: readonly string[]): JsonObject {
  return pod([container("web")], {
    imagePullSecrets: secrets.map((name) => ({ name })),
    hostAliases: ips.map((ip) => ({ ip, hostnames: ["h"] })),
  });
}

function withCondition(type: string): JsonObject {
  const time = "2024-01-01T00:00:00Z";
  const condition = { type, status: "True", reason: "R", message: "", lastUpdateTime: time };
  return { status: { conditions: [{ ...condition, lastTransitionTime: time }] } };
}

compareScenarios("lists", [
  scenario("containers of two managers", async (to) => {
    await to.apply(withContainers("a"), { as: "alice" });
    await to.apply(withContainers("b"), { as: "bob" });
    await to.apply(withContainers("a"), { as: "bob" });
    await to.apply(withContainers("c"), { as: "alice" });
  }),
  scenario("removing an item that only one owns", async (to) => {
    await to.apply(withEnv("A", "B"), { as: "alice" });
    await to.apply(withEnv("A"), { as: "alice" });
  }),
  scenario("removing an item with a field of another inside", async (to) => {
    await to.apply(withEnv("A", "B"), { as: "alice" });
    await to.patch(
      withEnv(),
      {
        strategic: {
          spec: {
            template: { spec: { containers: [{ name: "web", env: [{ name: "B", value: "x" }] }] } },
          },
        },
      },
      { as: "bob" },
    );
    await to.apply(withEnv("A"), { as: "alice" });
  }),
  scenario("an item added inside by an update stays", async (to) => {
    await to.apply(withEnv("A"), { as: "alice" });
    await to.patch(
      withEnv(),
      {
        strategic: {
          spec: {
            template: { spec: { containers: [{ name: "web", env: [{ name: "X", value: "x" }] }] } },
          },
        },
      },
      { as: "bob" },
    );
    await to.apply(withEnv("A", "B"), { as: "alice" });
    await to.apply(withEnv("B"), { as: "alice" });
  }),
  scenario("the order of the applied list wins", async (to) => {
    await to.apply(withEnv("A", "B", "C"), { as: "alice" });
    await to.apply(withEnv("C", "B", "A"), { as: "alice" });
    await to.apply(withEnv("B", "D", "A", "C"), { as: "alice" });
  }),
  scenario("items of others keep their place", async (to) => {
    await to.apply(withEnv("A", "B", "C"), { as: "alice" });
    await to.apply(withEnv("X", "C", "Y", "A"), { as: "bob" });
    await to.apply(withEnv("C", "A"), { as: "alice" });
    await to.apply(withEnv("Y"), { as: "bob" });
  }),
  scenario("ports are keyed by number and protocol", async (to) => {
    await to.apply(service([HTTP]), { as: "alice" });
    await to.apply(service([HTTPS]), { as: "bob" });
    await to.apply(service([{ ...HTTP, protocol: "TCP" }]), { as: "alice" });
    await to.apply(service([HTTP, { name: "dns", port: 80, protocol: "UDP" }]), { as: "alice" });
    await to.apply(service([HTTP]), { as: "alice" });
  }),
  scenario("duplicate keys in an applied list", async (to) => {
    await to.apply(withEnv("A", "A"), { as: "alice" });
    await to.apply(withContainers("a", "a"), { as: "alice" });
    await to.apply(service([HTTP, { ...HTTP, name: "again" }]), { as: "alice" });
  }),
  scenario("duplicate items that came by an update", async (to) => {
    await to.create(withEnv("A", "A", "B"), { as: "alice" });
    await to.apply(withEnv("B"), { as: "bob" });
    await to.apply(withEnv("A"), { as: "bob", force: "true" });
    await to.patch(
      withEnv(),
      { json: [{ op: "remove", path: "/spec/template/spec/containers/0/env/0" }] },
      { as: "carol" },
    );
  }),
  scenario("a key that is left out", async (to) => {
    await to.apply(deployment([{ image: "web:1.0.0" }]), { as: "alice" });
    await to.apply(service([{ name: "http" }]), { as: "alice" });
  }),
  scenario("atomic lists belong to one", async (to) => {
    await to.apply(withArgs("a", "b"), { as: "alice" });
    await to.apply(withArgs("a", "b"), { as: "bob" });
    await to.apply(withArgs("a"), { as: "bob" });
    await to.apply(withArgs("a"), { as: "bob", force: "true" });
    await to.apply(withArgs(), { as: "alice" });
  }),
  scenario("an update inside an atomic list takes all of it", async (to) => {
    await to.apply(deployment([container("web", { command: ["a", "b"] })]), { as: "alice" });
    await to.patch(
      deployment(),
      { json: [{ op: "replace", path: "/spec/template/spec/containers/0/command/1", value: "c" }] },
      { as: "bob" },
    );
    await to.apply(deployment([container("web")]), { as: "alice" });
  }),
  scenario("atomic structs: a selector", async (to) => {
    await to.apply(service([HTTP], { selector: { app: "x" } }), { as: "alice" });
    await to.apply(only(service([]), { spec: { selector: { tier: "y" } } }), { as: "bob" });
    await to.apply(only(service([]), { spec: { selector: { app: "x" } } }), { as: "bob" });
    await to.patch(service([]), { merge: { spec: { selector: { more: "1" } } } }, { as: "carol" });
  }),
  scenario("atomic lists in keyed items: tolerations", async (to) => {
    await to.apply(tolerating("a"), { as: "alice" });
    await to.apply(tolerating("b"), { as: "bob" });
    await to.apply(tolerating("a", "b"), { as: "alice" });
  }),
  scenario("volumes and their mounts", async (to) => {
    await to.apply(withVolumes("a", "b"), { as: "alice" });
    await to.apply(withVolumes("c", "a"), { as: "bob" });
    await to.apply(withVolumes("b"), { as: "alice" });
  }),
  scenario("switching the member of a union", async (to) => {
    await to.apply(withVolume({ emptyDir: {} }), { as: "alice" });
    await to.apply(withVolume({ configMap: { name: "x" } }), { as: "alice" });
    await to.apply(withVolume({ secret: { secretName: "x" } }), { as: "bob" });
  }),
  scenario("topology constraints have two keys", async (to) => {
    await to.apply(spread("zone"), { as: "alice" });
    await to.apply(spread("host"), { as: "bob" });
    await to.apply(spread("zone", "host"), { as: "alice" });
    await to.apply(spread("zone"), { as: "bob" });
  }),
  scenario("image pull secrets and host aliases", async (to) => {
    await to.apply(aliased(["a"], ["10.0.0.1"]), { as: "alice" });
    await to.apply(aliased(["b"], ["10.0.0.1"]), { as: "bob" });
  }),
  scenario("empty lists", async (to) => {
    await to.apply(deployment([container("web", { env: [], args: [], ports: [] })]), {
      as: "alice",
    });
    await to.apply(withEnv("A"), { as: "bob" });
    await to.apply(deployment([]), { as: "carol" });
  }),
  scenario("conditions of a status are keyed by type", async (to) => {
    await to.create(deployment());
    await to.apply(only(deployment(), withCondition("Available")), { as: "alice" }, "status");
    await to.apply(only(deployment(), withCondition("Progressing")), { as: "bob" }, "status");
    await to.get(deployment());
  }),
  scenario("a label with dots and slashes", async (to) => {
    await to.apply(
      deployment([container("web")], {
        metadata: { labels: { "app.kubernetes.io/name": "x", "a.b": "c" } },
      }),
      { as: "alice" },
    );
    await to.apply(
      deployment([container("web")], { metadata: { labels: { "app.kubernetes.io/name": "y" } } }),
      { as: "bob" },
    );
  }),
  scenario("a quoted key in a conflict", async (to) => {
    await to.apply(withEnv("A"), { as: "alice" });
    await to.apply(deployment([container("web", { env: [{ name: "A", value: "other" }] })]), {
      as: "bob",
    });
  }),
  scenario("value and valueFrom of one variable", async (to) => {
    await to.apply(withEnv("A"), { as: "alice" });
    const from = deployment([
      container("web", {
        env: [{ name: "A", valueFrom: { configMapKeyRef: { name: "x", key: "k" } } }],
      }),
    ]);
    await to.apply(from, { as: "bob" });
    await to.apply(from, { as: "alice" });
  }),
]);
