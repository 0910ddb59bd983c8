import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../../src/core/object/json.ts";
import type { FieldSet } from "../../../../src/core/ownership/field-set.ts";
import { formatFieldSet } from "../../../../src/core/ownership/format-field-set.ts";
import { parseFieldSet } from "../../../../src/core/ownership/parse-field-set.ts";
import { planTransfer, type TransferPlan } from "../../../../src/core/ownership/plan-transfer.ts";
import { readManagerEntries } from "../../../../src/core/ownership/read-manager-entries.ts";
import { entryOf, managed, rawEntry } from "../../../support/managed-object.ts";

function set(json: Json): FieldSet {
  const parsed = parseFieldSet(json);
  if (!parsed.ok) throw new Error(parsed.what);
  return parsed.value;
}

const own = rawEntry("lockstep/Apply", { "f:data": { "f:a": {} } });
const edit = rawEntry("kubectl-edit", { "f:data": { ".": {}, "f:b": {}, "f:c": {} } });
const peer = rawEntry("peer/Apply", { "f:data": { "f:b": {} } });
const status = rawEntry("kubectl-edit", { "f:data": { "f:b": {} } }, { subresource: "status" });
const body: JsonObject = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "c" },
  data: { a: "1", b: "2", c: "3" },
};

/** `manager/Operation fields` for each entry of the patched list; entries of others as they are counted by identity. */
function brief(plan: TransferPlan, before: JsonObject): readonly string[] {
  const raws = readManagerEntries(before).entries.map((entry) => entry.raw);
  const list = plan.patch[0]?.value;
  const after = readManagerEntries({ metadata: { managedFields: list ?? [] } }).entries;
  return after.map((entry) => {
    const isSame = raws.includes(entry.raw) ? " (as read)" : "";
    return `${entry.manager}/${entry.operation} ${JSON.stringify(formatFieldSet(entry.fields))}${isSame}`;
  });
}

function transfer(live: JsonObject, moves: readonly (readonly [string, Json])[]): TransferPlan {
  return planTransfer({
    live,
    manager: "lockstep",
    apiVersion: "v1",
    moves: moves.map(([who, fields]) => ({ entry: entryOf(live, who), paths: set(fields) })),
  });
}

describe("planTransfer", () => {
  test.each<{
    what: string;
    entries: readonly JsonObject[];
    moves: readonly (readonly [string, Json])[];
    out: readonly string[];
  }>([
    {
      what: "only the moved path leaves, the others stay as read",
      entries: [own, peer, edit],
      moves: [["kubectl-edit/Update", { "f:data": { "f:b": {} } }]],
      out: [
        `lockstep/Apply {"f:data":{"f:a":{},"f:b":{}}}`,
        `peer/Apply {"f:data":{"f:b":{}}} (as read)`,
        `kubectl-edit/Update {"f:data":{".":{},"f:c":{}}}`,
      ],
    },
    {
      what: "an entry that has nothing left goes",
      entries: [own, edit, peer],
      moves: [["peer/Apply", { "f:data": { "f:b": {} } }]],
      out: [
        `lockstep/Apply {"f:data":{"f:a":{},"f:b":{}}}`,
        `kubectl-edit/Update {"f:data":{".":{},"f:b":{},"f:c":{}}} (as read)`,
      ],
    },
    {
      what: "several entries in any position at once",
      entries: [peer, own, edit],
      moves: [
        ["kubectl-edit/Update", { "f:data": { "f:b": {} } }],
        ["peer/Apply", { "f:data": { "f:b": {} } }],
        ["kubectl-edit/Update", { "f:data": { "f:c": {} } }],
      ],
      out: [
        `lockstep/Apply {"f:data":{"f:a":{},"f:b":{},"f:c":{}}}`,
        `kubectl-edit/Update {"f:data":{}}`,
      ],
    },
    {
      what: "without an entry of ours, one is made",
      entries: [edit],
      moves: [["kubectl-edit/Update", { "f:data": { ".": {}, "f:b": {}, "f:c": {} } }]],
      out: [`lockstep/Apply {"f:data":{".":{},"f:b":{},"f:c":{}}}`],
    },
    {
      what: "a path that the entry does not own is not invented",
      entries: [own, edit],
      moves: [["kubectl-edit/Update", { "f:data": { "f:nope": {} } }]],
      out: [],
    },
    { what: "no moves, no patch", entries: [own, edit], moves: [], out: [] },
  ])("$what", ({ entries, moves, out }) => {
    const live = managed(body, entries);
    expect(brief(transfer(live, moves), live)).toEqual(out);
  });

  test("is one patch guarded by the resourceVersion that was read", () => {
    const plan = transfer(managed(body, [own, edit]), [
      ["kubectl-edit/Update", { "f:data": { "f:b": {} } }],
    ]);
    expect(plan.patch.map(({ op, path }) => `${op} ${path}`)).toEqual([
      "replace /metadata/managedFields",
      "replace /metadata/resourceVersion",
    ]);
    expect(plan.patch[1]?.value).toBe("7");
  });

  test.each([
    { what: "an entry at another version", entries: [own, { ...edit, apiVersion: "v1beta1" }] },
    { what: "an entry of a subresource", entries: [own, { ...edit, subresource: "status" }] },
  ])("$what is left", ({ entries }) => {
    const plan = transfer(managed(body, entries), [
      ["kubectl-edit/Update", { "f:data": { "f:b": {} } }],
    ]);
    expect([plan.patch.length, plan.left.length]).toEqual([0, 1]);
  });

  test("what came through scale is a field of the main resource: it moves", () => {
    const live = managed(body, [own, { ...edit, subresource: "scale" }]);
    const plan = transfer(live, [["kubectl-edit/Update", { "f:data": { "f:b": {} } }]]);
    expect(brief(plan, live)).toEqual([
      `lockstep/Apply {"f:data":{"f:a":{},"f:b":{}}}`,
      `kubectl-edit/Update {"f:data":{".":{},"f:c":{}}}`,
    ]);
  });

  test("from an entry at another version only what reads the same at both versions moves; the rest is left", () => {
    const live = managed(body, [own, { ...edit, apiVersion: "v1beta1" }]);
    const readings = new Map<string, JsonObject>([
      ["v1", live],
      ["v1beta1", { ...live, data: { a: "1", b: "2", c: "another" } }],
    ]);
    const entry = entryOf(live, "kubectl-edit/Update");
    const moves = [{ entry, paths: set({ "f:data": { ".": {}, "f:b": {}, "f:c": {} } }) }];
    const input = { live, manager: "lockstep", apiVersion: "v1", moves };
    const plan = planTransfer({ ...input, readings });
    expect(brief(plan, live)).toEqual([
      `lockstep/Apply {"f:data":{".":{},"f:a":{},"f:b":{}}}`,
      `kubectl-edit/Update {"f:data":{"f:c":{}}}`,
    ]);
    expect(plan.left).toEqual(moves);
    expect(planTransfer(input).patch).toEqual([]);
  });

  test("what is released leaves our entry, also when it was just moved there", () => {
    const live = managed(body, [own, edit]);
    const moves = [
      {
        entry: entryOf(live, "kubectl-edit/Update"),
        paths: set({ "f:data": { ".": {}, "f:b": {} } }),
      },
    ];
    const releases = set({ "f:data": { ".": {}, "f:a": {} } });
    const input = { live, manager: "lockstep", apiVersion: "v1", moves, releases };
    expect(brief(planTransfer(input), live)).toEqual([
      `lockstep/Apply {"f:data":{"f:b":{}}}`,
      `kubectl-edit/Update {"f:data":{"f:c":{}}}`,
    ]);
  });

  test("an entry that is gone by now is left", () => {
    const move = {
      entry: entryOf(managed(body, [edit]), "kubectl-edit/Update"),
      paths: set({ "f:data": {} }),
    };
    const plan = planTransfer({
      live: managed(body, [own]),
      manager: "lockstep",
      apiVersion: "v1",
      moves: [move],
    });
    expect([plan.patch.length, plan.left.length]).toEqual([0, 1]);
  });

  test("our entry at another version than we apply now keeps it, and takes from entries of that version only", () => {
    const old = { ...own, apiVersion: "v1beta1" };
    const live = managed(body, [old, { ...edit, apiVersion: "v1beta1" }, peer]);
    const plan = transfer(live, [
      ["kubectl-edit/Update", { "f:data": { "f:c": {} } }],
      ["peer/Apply", { "f:data": { "f:b": {} } }],
    ]);
    expect(plan.left.map(({ entry }) => entry.manager)).toEqual(["peer"]);
    expect(brief(plan, live)[0]).toBe(`lockstep/Apply {"f:data":{"f:a":{},"f:c":{}}}`);
  });

  test("a subresource entry of the same manager is no victim", () => {
    const live = managed(body, [own, edit, status]);
    const plan = transfer(live, [["kubectl-edit/Update", { "f:data": { "f:b": {} } }]]);
    expect(brief(plan, live)[2]).toBe(`kubectl-edit/Update {"f:data":{"f:b":{}}} (as read)`);
  });

  test("entries that cannot be read are sent back as they are; beside such a one no second entry of ours is made", () => {
    const strange = rawEntry("strange", { "v:9007199254740993": {} });
    const plan = transfer(managed(body, [own, strange, edit]), [
      ["kubectl-edit/Update", { "f:data": { "f:b": {} } }],
    ]);
    expect(plan.patch[0]?.value).toContain(strange);
    const blocked = transfer(managed(body, [strange, edit]), [
      ["kubectl-edit/Update", { "f:data": { "f:b": {} } }],
    ]);
    expect([blocked.patch.length, blocked.left.length]).toEqual([0, 1]);
  });

  test("paths that nobody owns are claimed, but never on an object without any entry", () => {
    const claims = set({ "f:data": { "f:z": {} } });
    const input = { manager: "lockstep", apiVersion: "v1", moves: [], claims };
    const live = managed(body, [peer]);
    expect(brief(planTransfer({ ...input, live }), live)).toEqual([
      `lockstep/Apply {"f:data":{"f:z":{}}}`,
      `peer/Apply {"f:data":{"f:b":{}}} (as read)`,
    ]);
    expect(planTransfer({ ...input, live: body }).patch).toEqual([]);
  });
});
