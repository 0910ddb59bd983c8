import { describe, expect, test } from "vitest";
import { ownedText } from "../../../../src/core/drift/owned-text.ts";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { entryOf, managed, rawEntry } from "../../../support/managed-object.ts";

const own = rawEntry("lockstep/Apply", {
  "f:metadata": { "f:labels": { ".": {}, "f:a": {} } },
  "f:spec": {
    "f:args": {},
    "f:items": {
      'k:{"name":"x"}': { ".": {}, "f:name": {} },
      'k:{"name":"y"}': { ".": {}, "f:name": {} },
    },
  },
});

function text(body: JsonObject): string {
  const live = managed(body, [own]);
  return ownedText(live, entryOf(live, "lockstep/Apply"));
}

describe("ownedText", () => {
  const base = {
    metadata: { labels: { a: "1" } },
    spec: { args: ["p"], items: [{ name: "x" }, { name: "y" }] },
  };
  test.each<{ what: string; body: JsonObject; isSame: boolean }>([
    { what: "nothing", body: base, isSame: true },
    {
      what: "a label of others",
      body: { ...base, metadata: { labels: { a: "1", b: "2" } } },
      isSame: true,
    },
    {
      what: "an item of others, and fields in ours",
      body: {
        ...base,
        spec: { args: ["p"], items: [{ name: "z" }, { name: "x", more: 1 }, { name: "y" }] },
      },
      isSame: true,
    },
    { what: "status", body: { ...base, status: { x: 1 } }, isSame: true },
    { what: "a value of ours", body: { ...base, metadata: { labels: { a: "2" } } }, isSame: false },
    { what: "a value of ours that is gone", body: { ...base, metadata: {} }, isSame: false },
    {
      what: "an atomic list of ours",
      body: { ...base, spec: { ...base.spec, args: ["p", "q"] } },
      isSame: false,
    },
    {
      what: "the order of our items",
      body: { ...base, spec: { ...base.spec, items: [{ name: "y" }, { name: "x" }] } },
      isSame: false,
    },
    {
      what: "an item of ours that is gone",
      body: { ...base, spec: { ...base.spec, items: [{ name: "x" }] } },
      isSame: false,
    },
  ])("another look that differs in $what: same text is $isSame", ({ body, isSame }) => {
    expect(text(body) === text(base)).toBe(isSame);
  });
});
