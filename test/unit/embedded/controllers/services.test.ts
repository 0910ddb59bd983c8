import { expect, test } from "vitest";
import {
  type JsonObject,
  listAt,
  numberAt,
  textAt,
  valueAt,
} from "../../../../src/core/object/json.ts";
import { ENDPOINT_SLICES, ENDPOINTS } from "../../../../src/embedded/kinds/collections.ts";
import { type ControllerWorld, openControllerWorld } from "../../../support/controller-world.ts";
import { pod, template, workload } from "../../../support/workload-manifests.ts";

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
      const [ready, waiting] = ["addresses", "notReadyAddresses"].map(
        (field) => listAt(subset, field).length,
      );
      return `${ready}/${waiting}:${ports.join()}`;
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
          if (valueAt(each, "conditions", "terminating") === true) return "t";
          return valueAt(each, "conditions", "ready") === true ? "r" : "n";
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

test("the address of a load balancer is there after a moment, and stays when the Service is edited", () => {
  const world = openControllerWorld();
  world.create(service({ type: "LoadBalancer" }));
  world.timers.pass(3_000);
  expect(balancerOf(world)).toMatch(/^203\.0\.113\./);
  const first = balancerOf(world);
  world.patch(
    { apiVersion: "v1", kind: "Service", name: "web" },
    { spec: { sessionAffinity: "ClientIP" } },
  );
  world.timers.pass(3_000);
  expect(balancerOf(world)).toBe(first);
});

function balancerOf(world: ControllerWorld): unknown {
  const found = world.list({ group: "", plural: "services" });
  const made = found.find((each) => textAt(each, "metadata", "namespace") === "shop");
  return valueAt(made ?? {}, "status", "loadBalancer", "ingress", 0, "ip");
}
