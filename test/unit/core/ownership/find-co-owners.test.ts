import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { EMPTY_SET, isEmptySet } from "../../../../src/core/ownership/field-set.ts";
import { findCoOwners } from "../../../../src/core/ownership/find-co-owners.ts";
import { findHusks } from "../../../../src/core/ownership/find-husks.ts";
import { findRemovedPaths } from "../../../../src/core/ownership/find-removed-paths.ts";
import { formatFieldSet } from "../../../../src/core/ownership/format-field-set.ts";
import type { Move } from "../../../../src/core/ownership/plan-transfer.ts";
import { readManagerEntries } from "../../../../src/core/ownership/read-manager-entries.ts";
import { entryOf, managed, rawEntry } from "../../../support/managed-object.ts";

describe("findRemovedPaths and findCoOwners", () => {
  const item = 'k:{"name":"cfg"}';
  const volumes = { [item]: { ".": {}, "f:name": {}, "f:emptyDir": {} } };
  const applied = rawEntry("lockstep/Apply", {
    "f:spec": { "f:volumes": volumes, "f:paused": {} },
  });
  const intent: JsonObject = { spec: { paused: true, volumes: [] } };
  const rules = {
    manager: "lockstep",
    renamedFrom: [],
    allow: [
      {
        manager: { kind: "exact" as const, text: "operator" },
        operation: undefined,
        kinds: [],
        paths: [],
      },
    ],
  };

  test("co-owners of a removed item are moved with all that they own in it, allowed ones stay and are named", () => {
    const live = managed({}, [
      applied,
      rawEntry("kubectl-edit", {
        "f:spec": {
          "f:volumes": { [item]: { "f:emptyDir": { "f:sizeLimit": {} } } },
          "f:paused": {},
        },
      }),
      rawEntry("operator", { "f:spec": { "f:volumes": { [item]: { ".": {} } } } }),
      rawEntry(
        "somebody",
        { "f:spec": { "f:volumes": { [item]: { ".": {} } } } },
        { subresource: "status" },
      ),
      rawEntry("bystander", { "f:spec": { "f:paused": {} } }),
    ]);
    const removed = findRemovedPaths(entryOf(live, "lockstep/Apply").fields, intent);
    expect(formatFieldSet(removed)).toEqual({ "f:spec": { "f:volumes": volumes } });
    const found = findCoOwners({
      id: { group: "apps", kind: "Deployment", namespace: "shop", name: "web" },
      entries: readManagerEntries(live).entries,
      removed,
      husks: EMPTY_SET,
      rules,
    });
    expect(text(found.moves)).toEqual([
      `kubectl-edit {"f:spec":{"f:volumes":{"k:{\\"name\\":\\"cfg\\"}":{"f:emptyDir":{"f:sizeLimit":{}}}}}}`,
    ]);
    expect(text(found.stays)).toEqual([
      `operator {"f:spec":{"f:volumes":{"k:{\\"name\\":\\"cfg\\"}":{}}}}`,
      `somebody {"f:spec":{"f:volumes":{"k:{\\"name\\":\\"cfg\\"}":{}}}}`,
    ]);
  });

  test("what an allowed manager owns in an item goes with the item when nobody who stays owns that", () => {
    const live = managed({}, [
      applied,
      rawEntry("operator", { "f:spec": { "f:volumes": { [item]: { "f:emptyDir": {} } } } }),
      rawEntry("peer/Apply", { "f:spec": { "f:volumes": { [item]: { ".": {}, "f:name": {} } } } }),
    ]);
    const found = findCoOwners({
      id: { group: "apps", kind: "Deployment", namespace: "shop", name: "web" },
      entries: readManagerEntries(live).entries,
      removed: findRemovedPaths(entryOf(live, "lockstep/Apply").fields, intent),
      husks: EMPTY_SET,
      rules,
    });
    expect([text(found.moves), text(found.stays)]).toEqual([
      [`peer {"f:spec":{"f:volumes":{"k:{\\"name\\":\\"cfg\\"}":{".":{},"f:name":{}}}}}`],
      [],
    ]);
  });

  test.each([
    {
      what: "the hold of a foreign manager on a map that would be left empty is taken",
      owned: { "f:spec": { "f:rules": { "f:a": {} } } },
      other: rawEntry("kubectl-create", { "f:spec": { ".": {}, "f:rules": { ".": {} } } }),
      moves: [`kubectl-create {"f:spec":{".":{},"f:rules":{}}}`],
      releases: {},
    },
    {
      what: "so is that of an allowed one who owns nothing in it",
      owned: { "f:spec": { "f:rules": { "f:a": {} } } },
      other: rawEntry("operator", { "f:spec": { "f:rules": {}, "f:size": {} } }),
      moves: [`operator {"f:spec":{"f:rules":{}}}`],
      releases: {},
    },
    {
      what: "a map in which an allowed manager owns something is given up, so that it stays with that",
      owned: { "f:spec": { "f:rules": { ".": {}, "f:a": {} } } },
      other: rawEntry("operator", { "f:spec": { "f:rules": { ".": {}, "f:tuned": {} } } }),
      moves: [],
      releases: { "f:spec": { "f:rules": {} } },
    },
    {
      what: "what somebody scaled to the same number is taken",
      owned: { "f:spec": { "f:replicas": {} } },
      other: rawEntry("kubectl", { "f:spec": { "f:replicas": {} } }, { subresource: "scale" }),
      moves: [`kubectl {"f:spec":{"f:replicas":{}}}`],
      releases: {},
    },
    {
      what: "what an autoscaler scaled to stays",
      owned: { "f:spec": { "f:replicas": {} } },
      other: rawEntry(
        "kube-controller-manager",
        { "f:spec": { "f:replicas": {} } },
        { subresource: "scale" },
      ),
      moves: [],
      releases: {},
    },
  ])("$what", ({ owned, other, moves, releases }) => {
    const live = managed({}, [rawEntry("lockstep/Apply", owned), other]);
    const { fields } = entryOf(live, "lockstep/Apply");
    const found = findCoOwners({
      id: { group: "apps", kind: "Deployment", namespace: "shop", name: "web" },
      entries: readManagerEntries(live).entries,
      removed: findRemovedPaths(fields, {}),
      husks: findHusks(fields, {}),
      rules,
    });
    expect(text(found.moves)).toEqual(moves);
    expect(formatFieldSet(found.releases)).toEqual(releases);
  });

  test("nothing is removed by an intent that sets all of it, or where we own nothing", () => {
    const full: JsonObject = { spec: { paused: true, volumes: [{ name: "cfg", emptyDir: {} }] } };
    const entry = entryOf(managed({}, [applied]), "lockstep/Apply");
    expect(isEmptySet(findRemovedPaths(entry.fields, full))).toBe(true);
    expect(isEmptySet(findRemovedPaths(EMPTY_SET, {}))).toBe(true);
  });
});

function text(moves: readonly Move[]): readonly string[] {
  return moves.map(
    ({ entry, paths }) => `${entry.manager} ${JSON.stringify(formatFieldSet(paths))}`,
  );
}
