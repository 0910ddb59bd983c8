import { describe, expect, test } from "vitest";
import { attributeSeen } from "../../../../src/core/drift/attribute-seen.ts";
import type { Drift } from "../../../../src/core/drift/drift.ts";
import { noteEdits, type SeenEdit } from "../../../../src/core/drift/seen-edits.ts";
import type { Json, JsonObject } from "../../../../src/core/object/json.ts";
import { managed, rawEntry } from "../../../support/managed-object.ts";

const LATER = { time: "2026-01-02T00:00:00Z" };

function fields(...keys: readonly string[]): JsonObject {
  return { "f:data": Object.fromEntries(keys.map((key) => [`f:${key}`, {}])) };
}

function live(data: JsonObject, ...entries: readonly JsonObject[]): JsonObject {
  return managed({ apiVersion: "v1", kind: "ConfigMap", data }, entries);
}

const ours = rawEntry("lockstep/Apply", fields("a", "b"));
const oursWithoutA = rawEntry("lockstep/Apply", fields("b"));
const marked = rawEntry(
  "lockstep/Apply",
  { ...fields("a", "b"), "f:metadata": { "f:labels": { "f:applyset.kubernetes.io/part-of": {} } } },
  LATER,
);
const before = live({ a: "1", b: "1", c: "1" }, ours, rawEntry("k9s", fields("c")));

function brief(edits: readonly SeenEdit[]): readonly string[] {
  return edits.map(
    ({ path, before: value, after, writer }) =>
      `${path} = ${JSON.stringify(value)}${after === undefined ? "" : ` → ${JSON.stringify(after)}`} by ${writer === undefined ? "?" : `${writer.manager}/${writer.operation}`}`,
  );
}

describe("whose write took a field away, or put it there", () => {
  test.each<{ what: string; after: JsonObject; seen: readonly string[] }>([
    {
      what: "it wrote something else at once and has a new entry",
      after: live(
        { b: "1", c: "1", d: "1" },
        oursWithoutA,
        rawEntry("k9s", fields("c")),
        rawEntry("edit", fields("d")),
      ),
      seen: [`/data/a = "1" by edit/Update`],
    },
    {
      what: "it had an entry, which has another time",
      after: live({ b: "1", c: "2" }, oursWithoutA, rawEntry("k9s", fields("c"), LATER)),
      seen: [`/data/a = "1" by k9s/Update`],
    },
    {
      what: "in the same second: its entry owns more",
      after: live({ b: "1", c: "1", d: "1" }, oursWithoutA, rawEntry("k9s", fields("c", "d"))),
      seen: [`/data/a = "1" by k9s/Update`],
    },
    {
      what: "it only took away: nobody gained anything",
      after: live({ b: "1", c: "1" }, oursWithoutA, rawEntry("k9s", fields("c"))),
      seen: [`/data/a = "1" by ?`],
    },
    {
      what: "its own entry shrank with what it took away: that gains nothing, either",
      after: live({ b: "1" }, oursWithoutA),
      seen: [`/data/a = "1" by ?`, `/data/c = "1" by ?`],
    },
    {
      what: "the server merged old entries in the same write: two gained",
      after: live(
        { b: "1", c: "1", d: "1" },
        oursWithoutA,
        rawEntry("ancient-changes", fields("c")),
        rawEntry("edit", fields("d")),
      ),
      seen: [`/data/a = "1" by ?`],
    },
    { what: "ownership was reset", after: live({ b: "1", c: "1" }), seen: [`/data/a = "1" by ?`] },
    {
      what: "an apply put something there",
      after: live(
        { a: "2", b: "1", c: "1", d: "1" },
        oursWithoutA,
        rawEntry("k9s", fields("c")),
        rawEntry("helm/Apply", fields("a", "d")),
      ),
      seen: [`/data/a = "1" → "2" by helm/Apply`, `/data/d = undefined → "1" by helm/Apply`],
    },
    {
      what: "our own apply is of no interest",
      after: live({ a: "2", b: "1", c: "1" }, marked, rawEntry("k9s", fields("c"))),
      seen: [],
    },
    {
      what: "only the status moved",
      after: { ...before, status: { a: 1 } },
      seen: [],
    },
  ])("$what", ({ after, seen }) => {
    expect(brief(noteEdits([], before, after))).toEqual(seen);
  });

  test("what another write did at the same place counts from then on", () => {
    const known: readonly SeenEdit[] = [
      {
        path: "/data/a",
        before: "1",
        after: undefined,
        writer: { manager: "k9s", operation: "Update", time: "" },
      },
      {
        path: "/data/z",
        before: "1",
        after: undefined,
        writer: { manager: "k9s", operation: "Update", time: "" },
      },
    ];
    const without = live({ b: "1", c: "1" }, oursWithoutA);
    expect(brief(noteEdits(known, without, before))).toEqual([`/data/z = "1" by k9s/Update`]);
    expect(brief(noteEdits(known, before, without))).toEqual([
      `/data/z = "1" by k9s/Update`,
      `/data/a = "1" by ?`,
    ]);
  });

  test("little is kept, and nothing large", () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`k${index}`, "1"]));
    expect(noteEdits([], live({ ...many, a: "1" }, ours), live({ a: "1" }, ours))).toHaveLength(16);
    const large = live({ a: "1", b: "x".repeat(5000) }, ours);
    expect(noteEdits([], large, live({ a: "1" }, ours))).toEqual([]);
  });
});

const REMOVED: Drift = {
  id: { group: "", kind: "ConfigMap", namespace: "shop", name: "c" },
  class: "removed",
  path: "/data/a",
  desired: { x: "1", list: [{ y: 1 }] },
  live: undefined,
  manager: "",
  operation: "",
  at: "",
  attribution: "unknown",
  sharedWith: [],
};

describe("naming who removed it", () => {
  const held = { x: "1", list: [{ y: 1, isDefault: true }], more: "2" };
  const k9s = { manager: "k9s", operation: "Update", time: "2026-01-01T00:00:00Z" } as const;
  test.each<{
    what: string;
    seen?: Partial<SeenEdit>;
    value?: Json;
    drift?: Partial<Drift>;
    named: string;
  }>([
    { what: "all that Git wants stood there", named: "k9s (recorded)" },
    { what: "part of it was gone before", value: { x: "1" }, named: " (unknown)" },
    { what: "it had another value before", value: { ...held, x: "2" }, named: " (unknown)" },
    { what: "another place", seen: { path: "/data/b" }, named: " (unknown)" },
    { what: "the write shows nobody", seen: { writer: undefined }, named: " (unknown)" },
    {
      what: "our own apply",
      seen: { writer: { ...k9s, manager: "lockstep", operation: "Apply" } },
      named: " (unknown)",
    },
    {
      what: "another class is named by ownership",
      drift: { class: "changed" },
      named: " (unknown)",
    },
  ])("$what → $named", ({ seen = {}, value = held, drift = {}, named }) => {
    const edits = [{ path: "/data/a", before: value, after: undefined, writer: k9s, ...seen }];
    const { manager, attribution } = attributeSeen(
      { ...REMOVED, ...drift },
      { edits, ownManager: "lockstep" },
    );
    expect(`${manager} (${attribution})`).toBe(named);
  });
});

describe("naming whose apply wrote it", () => {
  const held: Partial<Drift> = { live: "2", manager: "argocd", operation: "Apply" };
  const helm = { manager: "helm", operation: "Apply", time: "2026-01-01T00:00:00Z" } as const;
  test.each<{ what: string; seen?: Partial<SeenEdit>; drift?: Partial<Drift>; named: string }>([
    { what: "its write was seen, and it let go since", named: "helm (recorded)" },
    { what: "another value stands there by now", seen: { after: "3" }, named: "argocd (unknown)" },
    { what: "another place", seen: { path: "/data/b" }, named: "argocd (unknown)" },
    { what: "the write shows nobody", seen: { writer: undefined }, named: "argocd (unknown)" },
    {
      what: "an update is named by ownership",
      drift: { operation: "Update", attribution: "recorded" },
      named: "argocd (recorded)",
    },
    {
      what: "who owns it too is no question",
      drift: { class: "coowned", attribution: "recorded" },
      named: "argocd (recorded)",
    },
  ])("$what → $named", ({ seen = {}, drift = {}, named }) => {
    const edits = [{ path: "/data/a", before: "1", after: "2", writer: helm, ...seen }];
    const { manager, attribution } = attributeSeen(
      { ...REMOVED, class: "changed", ...held, ...drift },
      { edits, ownManager: "lockstep" },
    );
    expect(`${manager} (${attribution})`).toBe(named);
  });
});
