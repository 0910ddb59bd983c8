import { describe, expect, test } from "vitest";
import { objectAt, textAt, valueAt } from "../../../../src/core/object/json.ts";
import { changed, faultsOf, openWorld, prepared, storeNew, write } from "./kind-bench.ts";

describe("a Service", () => {
  const ports = [{ port: 80 }];

  test.each([
    [{ ports }, { ipFamilies: ["IPv4"], ipFamilyPolicy: "SingleStack" }],
    [
      { ports, clusterIP: "None" },
      { clusterIPs: ["None"], ipFamilies: ["IPv4", "IPv6"], ipFamilyPolicy: "RequireDualStack" },
    ],
    [
      { ports, clusterIP: "None", selector: { a: "b" } },
      { clusterIPs: ["None"], ipFamilies: ["IPv4"], ipFamilyPolicy: "SingleStack" },
    ],
    [{ ports, clusterIP: "10.0.0.5" }, { clusterIPs: ["10.0.0.5"] }],
  ])("%j gets %j", (spec, expected) => {
    expect(prepared(write("v1 Service", { spec }))["spec"]).toMatchObject(expected);
  });

  test("gets an address that no other has", () => {
    const world = openWorld();
    const given = ["a", "b", "c", "d"].map((name) => {
      const service = storeNew(write("v1 Service", { spec: { ports } }, name), world);
      return textAt(service, "spec", "clusterIP") ?? "";
    });
    expect(new Set(given).size).toBe(4);
    expect(given.every((each) => /^10\.0\.0\.\d+$/.test(each))).toBe(true);
  });

  test("cannot have what another has", () => {
    const world = openWorld();
    const spec = {
      type: "NodePort",
      clusterIP: "10.0.0.5",
      ports: [{ port: 80, nodePort: 30_001 }],
    };
    storeNew(write("v1 Service", { spec }, "a"), world);
    expect(faultsOf(write("v1 Service", { spec }, "b"), world)).toEqual([
      'spec.clusterIPs: Invalid value: ["10.0.0.5"]: failed to allocate IP 10.0.0.5: provided IP is already allocated',
    ]);
    expect(
      faultsOf(write("v1 Service", { spec: { ...spec, clusterIP: "10.0.0.6" } }, "b"), world),
    ).toEqual(["spec.ports[0].nodePort: Invalid value: 30001: provided port is already allocated"]);
    expect(faultsOf(write("v1 Service", { spec }, "a"), world)).toEqual([]);
  });

  test("shares the port on the nodes between protocols", () => {
    const two = [
      { port: 53, name: "a" },
      { port: 53, name: "b", protocol: "UDP" },
    ];
    const spec = prepared(write("v1 Service", { spec: { type: "NodePort", ports: two } }));
    const [a, b] = [0, 1].map((index) => valueAt(spec, "spec", "ports", index, "nodePort"));
    expect(a).toBe(b);
    expect(a).toBeGreaterThan(30_085);
  });

  test.each([
    [{ clusterIP: null }, { clusterIP: "10.0.0.5", clusterIPs: ["10.0.0.5"] }],
    [
      { clusterIP: null, clusterIPs: null },
      { clusterIP: "10.0.0.5", clusterIPs: ["10.0.0.5"] },
    ],
    [
      { type: "ExternalName", externalName: "a.b" },
      { externalName: "a.b", type: "ExternalName", sessionAffinity: "None" },
    ],
  ])("after %j has %j", (change, expected) => {
    const live = prepared(write("v1 Service", { spec: { ports, clusterIP: "10.0.0.5" } }));
    expect(changed(live, { spec: change })["spec"]).toMatchObject(expected);
  });

  test("loses its ports on the nodes with its type", () => {
    const live = prepared(write("v1 Service", { spec: { type: "NodePort", ports } }));
    const spec = objectAt(changed(live, { spec: { type: "ClusterIP" } }), "spec");
    expect(spec).not.toHaveProperty("externalTrafficPolicy");
    expect(spec?.["ports"]).toEqual([{ port: 80, protocol: "TCP", targetPort: 80 }]);
  });

  test("keeps the port on the nodes with the name of the port", () => {
    const live = prepared(
      write("v1 Service", { spec: { type: "NodePort", ports: [{ name: "http", port: 80 }] } }),
    );
    const given = valueAt(live, "spec", "ports", 0, "nodePort");
    const moved = changed(live, { spec: { ports: [{ name: "http", port: 81 }] } });
    const renamed = changed(live, { spec: { ports: [{ name: "web", port: 80 }] } });
    expect(valueAt(moved, "spec", "ports", 0, "nodePort")).toBe(given);
    expect(valueAt(renamed, "spec", "ports", 0, "nodePort")).not.toBe(given);
  });

  test("shares no port on the nodes that comes with a change", () => {
    const live = prepared(write("v1 Service", { spec: { ports } }));
    const two = [
      { port: 53, name: "a" },
      { port: 53, name: "b", protocol: "UDP" },
    ];
    const next = changed(live, { spec: { type: "NodePort", ports: two } });
    const [a, b] = [0, 1].map((index) => valueAt(next, "spec", "ports", index, "nodePort"));
    expect(a).not.toBe(b);
  });

  test("that asks for the same port on the nodes twice is a failure of the server", () => {
    const live = prepared(write("v1 Service", { spec: { type: "NodePort", ports } }));
    const two = ["a", "b"].map((name, index) => ({ port: 80 + index, name, nodePort: 30_500 }));
    expect(() => changed(live, { spec: { ports: two } })).toThrow(
      "duplicate nodePort: {TCP 30500}",
    );
  });

  test("whose balancer had no ports on the nodes loses those of its own with its type", () => {
    const own = { name: "a", port: 80, nodePort: 30_500 };
    const spec = { type: "LoadBalancer", allocateLoadBalancerNodePorts: false, ports: [own] };
    const live = prepared(write("v1 Service", { spec }));
    const next = changed(live, { spec: { type: "ClusterIP" } });
    expect(objectAt(next, "spec", "ports", 0)).not.toHaveProperty("nodePort");
  });
});
