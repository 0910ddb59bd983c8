import { expect, test } from "vitest";
import { type JsonObject, listAt, numberAt, textAt } from "../../../../src/core/object/json.ts";
import {
  ENDPOINT_SLICES,
  ENDPOINTS,
  PODS,
  VOLUMES,
} from "../../../../src/embedded/controllers/collections.ts";
import {
  briefConditions,
  type ControllerWorld,
  namesOf,
  openControllerWorld,
} from "../../../support/controller-world.ts";
import { pod, template, withTag, workload } from "../../../support/workload-manifests.ts";

function service(spec: JsonObject): JsonObject {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "web", namespace: "shop" },
    spec: { selector: { app: "web" }, ports: [{ port: 80, targetPort: "http" }], ...spec },
  };
}

function container(name: string, ports: readonly JsonObject[]): JsonObject {
  return { containers: [{ name: "c", image: `${name}:1`, ports }] };
}

/** `ready/not ready:ports` of each subset. */
function endpoints(world: ControllerWorld): string {
  const found = world
    .list(ENDPOINTS)
    .find((each) => textAt(each, "metadata", "namespace") === "shop");
  if (found === undefined) return "none";
  return listAt(found, "subsets")
    .map((subset) => {
      const ports = listAt(subset, "ports").map((port) => numberAt(port, "port"));
      const count = (field: string): number => listAt(subset, field).length;
      return `${count("addresses")}/${count("notReadyAddresses")}:${ports.join()}`;
    })
    .join(" ");
}

/** One letter per endpoint: ready, not ready, terminating. */
function slices(world: ControllerWorld): string {
  return world
    .list(ENDPOINT_SLICES)
    .map((slice) =>
      listAt(slice, "endpoints")
        .map((each) => {
          const has = (key: string): boolean => JSON.stringify(each).includes(`"${key}":true`);
          if (has("terminating")) return "t";
          return has("ready") ? "r" : "n";
        })
        .toSorted()
        .join(""),
    )
    .join(" ");
}

test("a Service has the addresses of its pods, by the port's name on each", () => {
  const world = openControllerWorld();
  world.create(service({}));
  world.timers.pass(1_000);
  expect([endpoints(world), slices(world)]).toEqual(["", ""]);
  const ports = [{ name: "http", containerPort: 8080 }];
  const made = workload("Deployment", "web", {
    replicas: 2,
    template: template("web", "1", container("web", ports)),
  });
  world.create(made);
  world.timers.pass(3_000);
  expect([endpoints(world), slices(world)]).toEqual(["2/0:8080", "rr"]);
  world.remove({ apiVersion: "apps/v1", kind: "Deployment", name: "web" });
  world.timers.pass(500);
  expect([endpoints(world), slices(world)]).toEqual(["", "tt"]);
  world.timers.pass(2_000);
  expect([endpoints(world), slices(world)]).toEqual(["", ""]);
  world.remove({ apiVersion: "v1", kind: "Service", name: "web" });
  world.timers.pass(1_000);
  expect([endpoints(world), world.list(ENDPOINT_SLICES)]).toEqual(["none", []]);
  expect(world.defects).toEqual([]);
});

test("a pod that is not ready is told apart, unless the Service does not care", () => {
  const world = openControllerWorld();
  world.create(service({ ports: [{ port: 80 }] }));
  world.create(pod("web", { containers: [{ name: "c", image: "web:crash-1" }] }));
  world.timers.pass(2_000);
  expect([endpoints(world), slices(world)]).toEqual(["0/1:80", "n"]);
  world.patch(
    { apiVersion: "v1", kind: "Service", name: "web" },
    { spec: { publishNotReadyAddresses: true } },
  );
  world.timers.pass(1_000);
  expect([endpoints(world), slices(world)]).toEqual(["1/0:80", "r"]);
});

test("endpoints of a Service without a selector are left alone", () => {
  const world = openControllerWorld();
  const { selector: _, ...spec } = { selector: {}, ports: [{ port: 80 }] };
  world.create({
    apiVersion: "v1",
    kind: "Service",
    metadata: { name: "web", namespace: "shop" },
    spec,
  });
  world.create({
    apiVersion: "v1",
    kind: "Endpoints",
    metadata: { name: "web", namespace: "shop" },
    subsets: [{ addresses: [{ ip: "192.0.2.7" }], ports: [{ port: 80 }] }],
  });
  world.timers.pass(1_000);
  expect(endpoints(world)).toBe("1/0:80");
});

function claim(spec: JsonObject): JsonObject {
  return {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: { name: "data", namespace: "shop" },
    spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "2Gi" } }, ...spec },
  };
}

function volume(name: string, storage: string, spec: JsonObject = {}): JsonObject {
  return {
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata: { name },
    spec: {
      accessModes: ["ReadWriteOnce"],
      capacity: { storage },
      persistentVolumeReclaimPolicy: "Retain",
      hostPath: { path: "/data" },
      ...spec,
    },
  };
}

const DATA = { apiVersion: "v1", kind: "PersistentVolumeClaim", name: "data" };

test.each([
  {
    name: "the default class makes a volume, which goes with the claim",
    made: [claim({})],
    bound: "Bound pvc",
    after: "",
  },
  {
    name: "the smallest volume that is large enough, which stays",
    made: [
      volume("large", "10Gi"),
      volume("fitting", "3Gi"),
      volume("small", "1Gi"),
      claim({ storageClassName: "" }),
    ],
    bound: "Bound fitting",
    after: "fitting Released, large Available, small Available",
  },
  {
    name: "the volume that the claim names",
    made: [
      volume("large", "10Gi"),
      volume("fitting", "3Gi"),
      claim({ storageClassName: "", volumeName: "large" }),
    ],
    bound: "Bound large",
    after: "fitting Available, large Released",
  },
  {
    name: "no class and no volume",
    made: [claim({ storageClassName: "" })],
    bound: "Pending none",
    after: "",
  },
  {
    name: "a class that is not there",
    made: [claim({ storageClassName: "gold" })],
    bound: "Pending none",
    after: "",
  },
])("a claim: $name", ({ made, bound, after }) => {
  const world = openControllerWorld();
  world.create(...made);
  world.timers.pass(2_000);
  const live = world.get(DATA);
  const name = textAt(live, "spec", "volumeName")?.replace(/^pvc-.*/, "pvc") ?? "none";
  const found = bound.startsWith("Pending") ? "none" : name;
  expect(`${textAt(live, "status", "phase")} ${found}`).toBe(bound);
  world.remove(DATA);
  world.timers.pass(2_000);
  expect(world.get(DATA)).toBeUndefined();
  const volumes = world
    .list(VOLUMES)
    .map((each) => `${textAt(each, "metadata", "name")} ${textAt(each, "status", "phase")}`);
  expect(volumes.join(", ")).toBe(after);
  expect(world.defects).toEqual([]);
});

test("a claim that a pod uses stays until the pod is gone", () => {
  const world = openControllerWorld();
  const volumes = [{ name: "v", persistentVolumeClaim: { claimName: "data" } }];
  world.create(claim({}), pod("one", { ...container("one", []), volumes }));
  world.timers.pass(3_000);
  world.remove(DATA);
  world.timers.pass(2_000);
  expect(textAt(world.get(DATA), "metadata", "deletionTimestamp")).toBeDefined();
  world.remove({ apiVersion: "v1", kind: "Pod", name: "one" });
  world.timers.pass(2_000);
  expect(world.get(DATA)).toBeUndefined();
});

test.each([
  {
    name: "below the lowest",
    replicas: 1,
    bounds: { minReplicas: 2, maxReplicas: 4 },
    outcome: 2,
    conditions: "AbleToScale=True SucceededGetScale, ScalingActive=False FailedGetResourceMetric",
  },
  {
    name: "above the highest",
    replicas: 5,
    bounds: { minReplicas: 2, maxReplicas: 4 },
    outcome: 4,
    conditions: "AbleToScale=True SucceededGetScale, ScalingActive=False FailedGetResourceMetric",
  },
  {
    name: "switched off",
    replicas: 0,
    bounds: { minReplicas: 2, maxReplicas: 4 },
    outcome: 0,
    conditions: "AbleToScale=True SucceededGetScale, ScalingActive=False ScalingDisabled",
  },
])("an autoscaler: $name", ({ replicas, bounds, outcome, conditions }) => {
  const world = openControllerWorld();
  const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
  world.create(workload("Deployment", "web", { replicas }), {
    apiVersion: "autoscaling/v2",
    kind: "HorizontalPodAutoscaler",
    metadata: { name: "web", namespace: "shop" },
    spec: { ...bounds, scaleTargetRef },
  });
  world.timers.pass(6_000);
  expect(world.list(PODS)).toHaveLength(outcome);
  const autoscaler = world.get({
    apiVersion: "autoscaling/v2",
    kind: "HorizontalPodAutoscaler",
    name: "web",
  });
  expect(briefConditions(autoscaler)).toBe(conditions);
  expect(world.defects).toEqual([]);
});

test.each([
  {
    name: "a number that must be there",
    spec: { minAvailable: 2 },
    outcome: "3 of 3, 2 wanted, 1 allowed",
  },
  {
    name: "a part that must be there",
    spec: { minAvailable: "50%" },
    outcome: "3 of 3, 2 wanted, 1 allowed",
  },
  {
    name: "a number that may be missing",
    spec: { maxUnavailable: 2 },
    outcome: "3 of 3, 1 wanted, 2 allowed",
  },
  {
    name: "none may be missing",
    spec: { maxUnavailable: 0 },
    outcome: "3 of 3, 3 wanted, 0 allowed",
  },
])("a disruption budget: $name", ({ spec, outcome }) => {
  const world = openControllerWorld();
  world.create(workload("Deployment", "web", { replicas: 3 }), {
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    metadata: { name: "web", namespace: "shop" },
    spec: { ...spec, selector: { matchLabels: { app: "web" } } },
  });
  world.timers.pass(5_000);
  const budget = world.get({ apiVersion: "policy/v1", kind: "PodDisruptionBudget", name: "web" });
  const figure = (key: string): number | undefined => numberAt(budget, "status", key);
  expect(
    `${figure("currentHealthy")} of ${figure("expectedPods")}, ${figure("desiredHealthy")} wanted, ${figure("disruptionsAllowed")} allowed`,
  ).toBe(outcome);
});

function elastic(kind: string, group: string, spec: JsonObject): JsonObject {
  return {
    apiVersion: `${group}.k8s.elastic.co/v1`,
    kind,
    metadata: { name: "main", namespace: "shop" },
    spec: { version: "8.19.2", ...spec },
  };
}

const MAIN = {
  apiVersion: "elasticsearch.k8s.elastic.co/v1",
  kind: "Elasticsearch",
  name: "main",
};

function elasticLine(world: ControllerWorld): string {
  const status = ["phase", "health", "version"].map((key) =>
    textAt(world.get(MAIN), "status", key),
  );
  const nodes = numberAt(world.get(MAIN), "status", "availableNodes");
  return `${nodes} nodes, ${status.join(" ")}`;
}

test("Elasticsearch reports its new version when the last pod runs it; Kibana waits for it to be there", () => {
  const world = openControllerWorld();
  const elasticsearchRef = { name: "main" };
  world.create(
    elastic("Elasticsearch", "elasticsearch", { nodeSets: [{ name: "default", count: 2 }] }),
    elastic("Kibana", "kibana", { count: 1, elasticsearchRef }),
    elastic("ApmServer", "apm", { count: 1, elasticsearchRef }),
  );
  const seen: string[] = [];
  const watch = (seconds: number): void => {
    for (let second = 0; second < seconds; second += 1) {
      world.timers.pass(1_000);
      const line = elasticLine(world);
      if (seen.at(-1) !== line) seen.push(line);
    }
  };
  watch(1);
  expect(namesOf(world.list(PODS))).toEqual(["main-es-default-0", "main-es-default-1"]);
  watch(5);
  expect(namesOf(world.list(PODS)).map((each) => each.slice(0, 8))).toEqual([
    "main-apm",
    "main-es-",
    "main-es-",
    "main-kb-",
  ]);
  world.patch(MAIN, { spec: { version: "8.19.3" } });
  watch(8);
  expect(seen).toEqual([
    "1 nodes, ApplyingChanges yellow ",
    "2 nodes, Ready green 8.19.2",
    "1 nodes, ApplyingChanges yellow 8.19.2",
    "2 nodes, ApplyingChanges green 8.19.2",
    "1 nodes, ApplyingChanges yellow 8.19.2",
    "2 nodes, Ready green 8.19.3",
  ]);
  world.patch(MAIN, { spec: { nodeSets: [{ name: "other", count: 1 }] } });
  world.timers.pass(5_000);
  expect(namesOf(world.list(PODS))).toContain("main-es-other-0");
  expect(namesOf(world.list(PODS))).not.toContain("main-es-default-0");
  world.remove(MAIN);
  world.timers.pass(3_000);
  expect(world.list(PODS)).toHaveLength(2);
  expect(world.defects).toEqual([]);
});

test("a Deployment that Elastic's operator keeps goes back to what its object says", () => {
  const world = openControllerWorld();
  world.create(elastic("Kibana", "kibana", { count: 1 }));
  world.timers.pass(3_000);
  const deployment = { apiVersion: "apps/v1", kind: "Deployment", name: "main-kb" };
  world.patch(deployment, withTag("kibana", "9"));
  world.timers.pass(1_000);
  expect(textAt(world.get(deployment), "spec", "template", "spec", "containers", 0, "image")).toBe(
    "docker.elastic.co/kibana/kibana:8.19.2",
  );
});
