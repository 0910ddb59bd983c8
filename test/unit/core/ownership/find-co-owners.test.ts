import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { isEmptySet } from "../../../../src/core/ownership/field-set.ts";
import { findCoOwners } from "../../../../src/core/ownership/find-co-owners.ts";
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
    const removed = findRemovedPaths(entryOf(live, "lockstep/Apply"), intent);
    expect(formatFieldSet(removed)).toEqual({ "f:spec": { "f:volumes": volumes } });
    const found = findCoOwners({
      id: { group: "apps", kind: "Deployment", namespace: "shop", name: "web" },
      entries: readManagerEntries(live).entries,
      removed,
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
      removed: findRemovedPaths(entryOf(live, "lockstep/Apply"), intent),
      rules,
    });
    expect([text(found.moves), text(found.stays)]).toEqual([
      [`peer {"f:spec":{"f:volumes":{"k:{\\"name\\":\\"cfg\\"}":{".":{},"f:name":{}}}}}`],
      [],
    ]);
  });

  test("nothing is removed by an intent that sets all of it, or without an entry of ours", () => {
    const full: JsonObject = { spec: { paused: true, volumes: [{ name: "cfg", emptyDir: {} }] } };
    const entry = entryOf(managed({}, [applied]), "lockstep/Apply");
    expect(isEmptySet(findRemovedPaths(entry, full))).toBe(true);
    expect(isEmptySet(findRemovedPaths(undefined, {}))).toBe(true);
  });
});

function text(moves: readonly Move[]): readonly string[] {
  return moves.map(
    ({ entry, paths }) => `${entry.manager} ${JSON.stringify(formatFieldSet(paths))}`,
  );
}
