import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { ownedSet } from "../../../../src/embedded/ownership/owned-set.ts";
import { setText, WIDGET } from "../../../support/tracked-kinds.ts";

const { schema } = WIDGET;

describe("ownedSet", () => {
  test.each<{ what: string; spec: JsonObject; out: string }>([
    { what: "scalars and null", spec: { title: "a", replicas: null }, out: ".replicas .title" },
    { what: "nothing at all", spec: {}, out: ".spec" },
    {
      what: "atomic lists and maps",
      spec: { list: ["a"], whole: { a: "1" } },
      out: ".list .whole",
    },
    { what: "an empty granular list", spec: { tags: [], items: [] }, out: "" },
    { what: "an empty atomic list", spec: { list: [] }, out: ".list" },
    { what: "a map by its keys", spec: { map: { a: "1", b: "2" } }, out: ".map.a .map.b" },
    { what: "an empty map", spec: { map: {} }, out: ".map" },
    {
      what: "a struct by its fields, an inner map by its keys",
      spec: { struct: { a: "1", inner: { x: "1" } } },
      out: ".struct.a .struct.inner.x",
    },
    {
      what: "keys of a map with what is below them",
      spec: { maps: { k: { a: "1" }, l: {} } },
      out: ".maps.k .maps.k.a .maps.l",
    },
    { what: "a set by its values", spec: { tags: ["b", "a"] }, out: `.tags[="a"] .tags[="b"]` },
    {
      what: "items with their fields",
      spec: { items: [{ name: "a", tags: ["x"] }] },
      out: `.items[name="a"] .items[name="a"].name .items[name="a"].tags[="x"]`,
    },
    {
      what: "an item by the default of its key",
      spec: { ports: [{ port: 80 }] },
      out: `.ports[port=80,protocol="TCP"] .ports[port=80,protocol="TCP"].port`,
    },
    {
      what: "an item that leaves one key out",
      spec: { pairs: [{ a: "1" }] },
      out: `.pairs[a="1"] .pairs[a="1"].a`,
    },
    {
      what: "an item that stands twice without what is in it",
      spec: { items: [{ name: "a" }, { name: "a", value: "1" }] },
      out: `.items[name="a"]`,
    },
    {
      what: "content without a schema: maps by keys, lists as a whole",
      spec: { open: { a: [1, { b: 2 }], c: { d: 1 }, e: {} } },
      out: ".open.a .open.c .open.c.d .open.e",
    },
    { what: "a list or a scalar without a schema", spec: { open: [1] }, out: ".open" },
    {
      what: "an object of which nothing is declared",
      spec: { free: { a: 1, b: { c: 2 } } },
      out: ".free.a .free.b .free.b.c",
    },
    {
      what: "declared fields among free ones",
      spec: { mixed: { a: "1", tags: ["x"], other: { y: 1 } } },
      out: `.mixed.a .mixed.other .mixed.other.y .mixed.tags[="x"]`,
    },
  ])("$what: $out", ({ spec, out }) => {
    const set = ownedSet({ spec }, schema);
    expect(setText(set)).toBe(out);
  });
});
