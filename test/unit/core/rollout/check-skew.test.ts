import { describe, expect, test } from "vitest";
import type { Edge } from "../../../../src/core/graph/edge.ts";
import type { EdgeEnd } from "../../../../src/core/rollout/edge-end.ts";
import type { Party } from "../../../../src/core/rollout/party.ts";
import {
  absentParty,
  edgeBetween,
  liveObject,
  partyOf,
  readingOf,
} from "../../../support/rollout-builders.ts";
import {
  BUMPED,
  dependentWrite,
  ES,
  KB,
  party,
  RED,
  written,
} from "../../../support/skew-cases.ts";

describe("O8: unknownVersion allow", () => {
  const choices = { unknownVersion: "allow" } as const;
  test.each<[string, Party, string]>([
    [
      "no status.version",
      party(ES, { spec: "9.1.0", status: "none" }),
      "allowed: status reports no version",
    ],
    ["unparsable", party(ES, { spec: "9.1.0", status: "x" }), "allowed: x is no version"],
    [
      "declares none",
      partyOf(readingOf(liveObject("ConfigMap/n/c"))),
      "allowed: it declares no version",
    ],
    [
      "known to be behind",
      party(ES, { spec: "9.1.0", status: "8.19.2" }),
      "VersionBehind, wants 9.1.0, has 8.19.2",
    ],
    [
      "unknown and not ready",
      party(ES, { spec: "9.1.0", status: "none", more: RED }),
      "NotReady, wants 9.1.0, has health red",
    ],
  ])("%s", (_name, target, expected) => {
    expect(dependentWrite(party(KB, BUMPED), target, { choices })).toBe(expected);
  });
});

describe("O9: all edges are looked at", () => {
  const self = party(KB, BUMPED);
  function endTo(target: Party, choices: Partial<Edge> = {}): EdgeEnd {
    const edge = edgeBetween({ dependent: self, target, gate: { kind: "lockstep" } }, choices);
    return { edge, party: target };
  }
  const serverless: EdgeEnd = {
    ...endTo(partyOf(readingOf(liveObject("Secret/n/s"))), {
      external: "Elasticsearch.elasticsearch.k8s.elastic.co",
    }),
    external: { kind: "version", version: "serverless" },
  };
  const lagging = endTo(party(ES, { spec: "9.1.0", status: "8.19.2" }));

  test("one unknown and one lagging edge, in any order", () => {
    const unknown = "VersionUnknown, wants 9.1.0, has serverless is no version";
    const behind = "VersionBehind, wants 9.1.0, has 8.19.2";
    expect([
      written(self, { targets: [serverless, lagging], dependents: [] }, {}),
      written(self, { targets: [lagging, serverless], dependents: [] }, {}),
    ]).toEqual([`${unknown} + ${behind}`, `${behind} + ${unknown}`]);
  });

  test("other gates and informational edges are not the skew rule's", () => {
    const far = absentParty(ES);
    const ready = edgeBetween({ dependent: self, target: far, gate: { kind: "ready" } });
    const targets = [{ edge: ready, party: far }, endTo(far, { informational: true })];
    expect(written(self, { targets, dependents: [] }, {})).toBe("open");
  });

  test.each([
    ["9.1.0", "open"],
    ["9.0.0", "VersionBehind, wants 9.1.0, has 9.0.0"],
  ])("O12: an external target that answers %s", (version, expected) => {
    const targets = [{ ...serverless, external: { kind: "version" as const, version } }];
    expect(written(self, { targets, dependents: [] }, {})).toBe(expected);
  });
});
