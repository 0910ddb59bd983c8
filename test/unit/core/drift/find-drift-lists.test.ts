import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import {
  allowing,
  briefDrift,
  driftLines,
  findGivenDrift,
  movedPaths,
  ownershipRules,
} from "../../../support/drift-finding.ts";
import { managed, rawEntry } from "../../../support/managed-object.ts";

describe("findDrift in keyed lists", () => {
  const all = { ".": {}, "f:name": {}, "f:port": {}, "f:protocol": {}, "f:targetPort": {} };
  const service = { group: "", kind: "Service", namespace: "shop", name: "s" };
  const intent: JsonObject = {
    spec: { selector: { a: "b" }, ports: [{ port: 80, name: "http" }] },
  };
  const selector = rawEntry("lockstep/Apply", { "f:spec": { "f:selector": {} } });

  test("F11: a changed merge key is one item removed and one added, also when the dry run is refused", () => {
    const port = { name: "http", protocol: "TCP", port: 81, targetPort: 80 };
    const live = managed({ spec: { selector: { a: "b" }, clusterIP: "10.0.0.1", ports: [port] } }, [
      selector,
      rawEntry("kubectl-edit", { "f:spec": { "f:ports": { [item(81)]: all } } }),
    ]);
    expect(driftLines({ id: service, live, intent })).toEqual([
      `removed /spec/ports/[port=80,protocol=TCP] {"port":80,"name":"http"} → - by nobody (unknown)`,
      `added /spec/ports/[port=81,protocol=TCP] - → ${JSON.stringify(port)} by kubectl-edit/Update (recorded) !`,
    ]);
  });

  test("a port that somebody added goes with its nodePort; the nodePort of a port in Git stays", () => {
    const ports = [
      { port: 80, protocol: "TCP", name: "http", nodePort: 30080 },
      { port: 81, protocol: "TCP", name: "x", nodePort: 30081 },
    ];
    const live = managed({ spec: { selector: { a: "b" }, ports } }, [
      rawEntry("lockstep/Apply", {
        "f:spec": {
          "f:selector": {},
          "f:ports": { [item(80)]: { ".": {}, "f:name": {}, "f:port": {} } },
        },
      }),
      rawEntry("kubectl-edit", {
        "f:spec": {
          "f:ports": {
            [item(80)]: { "f:nodePort": {} },
            [item(81)]: { ".": {}, "f:name": {}, "f:port": {}, "f:protocol": {}, "f:nodePort": {} },
          },
        },
      }),
    ]);
    expect(driftLines({ id: service, live, intent })).toEqual([
      `added /spec/ports/[port=81,protocol=TCP] - → ${JSON.stringify(ports[1])} by kubectl-edit/Update (recorded) !`,
    ]);
  });

  test("an added item goes as a whole, also with what an allowed manager wrote in it; one that it owns itself stays", () => {
    const ports = [
      { port: 80, name: "http" },
      { port: 81, name: "x", appProtocol: "h2" },
    ];
    const [mixed, held] = [{ "f:appProtocol": {} }, { ".": {}, "f:appProtocol": {} }].map((owned) =>
      managed({ spec: { selector: { a: "b" }, ports } }, [
        rawEntry("lockstep/Apply", {
          "f:spec": {
            "f:selector": {},
            "f:ports": { [item(80)]: { ".": {}, "f:name": {}, "f:port": {} } },
          },
        }),
        rawEntry("kubectl-edit", {
          "f:spec": { "f:ports": { [item(81)]: { ".": {}, "f:name": {}, "f:port": {} } } },
        }),
        rawEntry("op", { "f:spec": { "f:ports": { [item(81)]: owned } } }),
      ]),
    );
    const given = { id: service, intent, rules: ownershipRules(allowing("op")) };
    expect(driftLines({ ...given, live: mixed ?? {} })).toEqual([
      `added /spec/ports/[port=81,protocol=TCP] - → ${JSON.stringify(ports[1])} by kubectl-edit/Update (shared with op) !`,
    ]);
    const found = findGivenDrift({ ...given, live: held ?? {} }).found;
    expect(found.map(briefDrift)).toEqual([
      `added /spec/ports/[port=81,protocol=TCP]/name - → "x" by kubectl-edit/Update (recorded) !`,
    ]);
    expect(movedPaths(found)).toEqual(["/spec/ports/[port=81,protocol=TCP]/name"]);
  });

  test("another order of Git's items is a change of the list; items of others may stand anywhere", () => {
    const ours = rawEntry("lockstep/Apply", items("a", "b"));
    expect(
      driftLines({
        live: managed(names(["b", "a"]), [ours]),
        intent: names(["a", "b"]),
        applied: names(["a", "b"]),
      }),
    ).toEqual([
      `changed /spec/containers [{"name":"a"},{"name":"b"}] → [{"name":"b"},{"name":"a"}] by nobody (unknown)`,
    ]);
    const op = rawEntry("op", items("x"));
    const given = {
      live: managed(names(["x", "a", "b"]), [ours, op]),
      intent: names(["a", "b"]),
      applied: names(["a", "x", "b"]),
    };
    expect(driftLines({ ...given, rules: ownershipRules(allowing("op")) })).toEqual([]);
  });

  test("a list that is owned as a whole is reported as a whole", () => {
    const live = managed({ spec: { args: ["c"] } }, [
      rawEntry("lockstep/Apply", { "f:spec": { "f:x": {} } }),
      rawEntry("team/Apply", { "f:spec": { "f:args": {} } }),
    ]);
    expect(driftLines({ live, intent: { spec: { args: ["a"] } } })).toEqual([
      `changed /spec/args ["a"] → ["c"] by team/Apply (unknown)`,
    ]);
    expect(driftLines({ live, intent: { spec: {} } })).toEqual([
      `added /spec/args - → ["c"] by team/Apply (unknown) !`,
    ]);
  });

  test("a map that is owned as a whole is reported as a whole", () => {
    const live = managed({ spec: { selector: { a: "x", b: "2" } } }, [
      rawEntry("lockstep/Apply", { "f:spec": { "f:x": {} } }),
      rawEntry("team/Apply", { "f:spec": { "f:selector": {} } }),
    ]);
    const applied: JsonObject = { spec: { selector: { a: "1" } } };
    expect(driftLines({ live, intent: applied, applied })).toEqual([
      `changed /spec/selector {"a":"1"} → {"a":"x","b":"2"} by team/Apply (unknown)`,
    ]);
  });

  test("in a sub-object that a clean object has, or in which an allowed manager owns a part, only the fields are additions", () => {
    const live = managed({ spec: { security: { user: 1 }, probe: { port: 1, period: 2 } } }, [
      rawEntry("x", {
        "f:spec": {
          "f:security": { ".": {}, "f:user": {} },
          "f:probe": { ".": {}, "f:port": {} },
        },
      }),
      rawEntry("op", { "f:spec": { "f:probe": { "f:period": {} } } }),
    ]);
    const found = findGivenDrift({
      live,
      intent: {},
      clean: { spec: { security: {} } },
      rules: ownershipRules(allowing("op")),
    }).found;
    expect(found.map(briefDrift)).toEqual([
      `added /spec/probe/port - → 1 by x/Update (recorded) !`,
      `added /spec/security/user - → 1 by x/Update (recorded) !`,
    ]);
    // Without a schema the server would take the map away with what the allowed manager owns in it.
    expect(movedPaths(found)).toEqual(["/spec/probe/port", "/spec/security/user"]);
  });

  test("what a webhook does to an added item in the dry run is not a second drift", () => {
    const live = managed(names(["a", "b"]), [
      rawEntry("lockstep/Apply", items("a")),
      rawEntry("x", items("b")),
    ]);
    const applied: JsonObject = {
      spec: { containers: [{ name: "a" }, { name: "b", injected: 1 }] },
    };
    expect(driftLines({ live, intent: names(["a"]), applied })).toEqual([
      `added /spec/containers/[name=b] - → {"name":"b"} by x/Update (recorded) !`,
    ]);
  });
});

/** The FieldsV1 key of a Service port. */
function item(port: number): string {
  return `k:{"port":${port},"protocol":"TCP"}`;
}

function names(list: readonly string[]): JsonObject {
  return { spec: { containers: list.map((name) => ({ name })) } };
}

function items(...list: readonly string[]): JsonObject {
  const nodes = list.map((name) => [`k:{"name":"${name}"}`, { ".": {}, "f:name": {} }] as const);
  return { "f:spec": { "f:containers": Object.fromEntries(nodes) } };
}
