import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { compareValues } from "../../../../src/embedded/ownership/compare-values.ts";
import { findTypeFaults } from "../../../../src/embedded/ownership/find-type-faults.ts";
import { ownedSet } from "../../../../src/embedded/ownership/owned-set.ts";
import { setText, WIDGET, widget } from "../../../support/tracked-kinds.ts";

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
      what: "declared fields among free ones",
      spec: { mixed: { a: "1", tags: ["x"], other: { y: 1 } } },
      out: `.mixed.a .mixed.other .mixed.other.y .mixed.tags[="x"]`,
    },
  ])("$what: $out", ({ spec, out }) => {
    const set = ownedSet({ spec }, schema);
    expect(setText(set)).toBe(out);
  });
});

describe("compareValues", () => {
  test.each<{ what: string; live: JsonObject; next: JsonObject; out: string }>([
    { what: "equal", live: { list: ["a"] }, next: { list: ["a"] }, out: "" },
    {
      what: "scalars",
      live: { title: "a", flag: true },
      next: { title: "b", replicas: 1 },
      out: "+.replicas ~.title -.flag",
    },
    {
      what: "a new struct with what is in it",
      live: {},
      next: { struct: { a: "1" } },
      out: "+.struct +.struct.a",
    },
    { what: "a map that goes", live: { map: { a: "1" } }, next: {}, out: "-.map -.map.a" },
    {
      what: "a map that becomes empty",
      live: { map: { a: "1" } },
      next: { map: {} },
      out: "-.map.a",
    },
    { what: "a map that was empty", live: { map: {} }, next: { map: { a: "1" } }, out: "+.map.a" },
    { what: "null is not empty", live: { map: null }, next: { map: {} }, out: "~.map" },
    { what: "null and something", live: { map: null }, next: { map: { a: "1" } }, out: "+.map.a" },
    { what: "an atomic list", live: { list: ["a"] }, next: { list: ["a", "b"] }, out: "~.list" },
    {
      what: "an atomic map",
      live: { whole: { a: "1" } },
      next: { whole: { b: "1" } },
      out: "~.whole",
    },
    {
      what: "another order is no change",
      live: { tags: ["a", "b"] },
      next: { tags: ["b", "a"] },
      out: "",
    },
    {
      what: "a set",
      live: { tags: ["a", "b"] },
      next: { tags: ["b", "c"] },
      out: `+.tags[="c"] -.tags[="a"]`,
    },
    {
      what: "items",
      live: { items: [{ name: "a", value: "1" }, { name: "b" }] },
      next: { items: [{ name: "c" }, { name: "a", value: "2" }] },
      out: `+.items[name="c"] +.items[name="c"].name ~.items[name="a"].value -.items[name="b"] -.items[name="b"].name`,
    },
    {
      what: "an item with a default written out",
      live: { ports: [{ port: 80 }] },
      next: { ports: [{ port: 80, protocol: "TCP" }] },
      out: `+.ports[port=80,protocol="TCP"].protocol`,
    },
    {
      what: "an item that stands twice as one value",
      live: { items: [{ name: "a", value: "1" }, { name: "a" }] },
      next: { items: [{ name: "a", value: "2" }, { name: "a" }] },
      out: `~.items[name="a"]`,
    },
    {
      what: "two that become one are another item",
      live: { items: [{ name: "a", value: "1" }, { name: "a" }] },
      next: { items: [{ name: "a" }] },
      out: `+.items[name="a"] +.items[name="a"].name -.items[name="a"]`,
    },
    {
      what: "one that becomes two",
      live: { items: [{ name: "a" }] },
      next: { items: [{ name: "a" }, { name: "a" }] },
      out: `+.items[name="a"] -.items[name="a"] -.items[name="a"].name`,
    },
    {
      what: "free content that becomes a map",
      live: { open: 1 },
      next: { open: { a: 1 } },
      out: "+.open.a ~.open",
    },
    {
      what: "free content that was a map",
      live: { open: { a: 1 } },
      next: { open: [1] },
      out: "~.open -.open.a",
    },
  ])("$what: $out", ({ live, next, out }) => {
    const found = compareValues({ spec: live }, { spec: next }, schema);
    const texts = [found.added, found.modified, found.removed].map(setText);
    const marked = texts.flatMap((text, index) =>
      text === "" ? [] : text.split(" ").map((path) => `${"+~-"[index] ?? ""}${path}`),
    );
    expect(marked.join(" ")).toBe(out);
  });
});

describe("findTypeFaults", () => {
  const noKey = "associative list with keys has an element that omits all key fields";
  const noDefault = "(and doesn't have default values for any key fields)";
  test.each<{ spec: JsonObject | string; out: readonly string[] }>([
    { spec: { title: "a", replicas: 1.5, flag: null, port: "http", open: [{}] }, out: [] },
    { spec: "x", out: [".spec: expected map, got &{x}"] },
    { spec: { foo: 1, zoo: 1 }, out: [".spec.foo: field not declared in schema"] },
    {
      spec: { replicas: "x" },
      out: [".spec.replicas: expected numeric (int or float), got string"],
    },
    {
      spec: { replicas: [1] },
      out: [".spec.replicas: expected numeric (int or float), got []interface {}"],
    },
    {
      spec: { flag: { b: [1, null], a: "x" } },
      out: [".spec.flag: expected boolean, got &{map[a:x b:[1 <nil>]]}"],
    },
    {
      spec: { title: { b: ["x", null, 1e21], a: {} } },
      out: [
        `.spec.title: expected string, got &value.valueUnstructured{Value:map[string]interface {}{"a":map[string]interface {}{}, "b":[]interface {}{"x", interface {}(nil), 1e+21}}}`,
      ],
    },
    { spec: { tags: { a: 1 } }, out: [".spec.tags: expected list, got &{map[a:1]}"] },
    {
      spec: { tags: ["a", "a", "a"] },
      out: [
        `.spec.tags: duplicate entries for key [="a"]`,
        `.spec.tags: duplicate entries for key [="a"]`,
      ],
    },
    {
      spec: { tags: [1] },
      out: [".spec.tags[=1]: expected string, got &value.valueUnstructured{Value:1}"],
    },
    {
      spec: { tags: [null] },
      out: [
        ".spec.tags: element 0: associative list without keys has an element that's an explicit null",
      ],
    },
    {
      spec: { tags: ["a", {}] },
      out: [
        ".spec.tags: element 1: associative list without keys has an element that's a map type",
      ],
    },
    {
      spec: { tags: [[]] },
      out: [".spec.tags: element 0: not supported: associative list with lists as elements"],
    },
    {
      spec: { items: [{ value: "x" }] },
      out: [`.spec.items: element 0: ${noKey} ["name"] ${noDefault}`],
    },
    { spec: { pairs: [{}] }, out: [`.spec.pairs: element 0: ${noKey} ["a" "b"] ${noDefault}`] },
    {
      spec: { items: ["x"] },
      out: [".spec.items: element 0: associative list with keys may not have non-map elements"],
    },
    {
      spec: { items: [null] },
      out: [".spec.items: element 0: associative list with keys may not have a null element"],
    },
    {
      spec: { ports: [{ port: 80 }, { port: 80, protocol: "TCP" }] },
      out: [`.spec.ports: duplicate entries for key [port=80,protocol="TCP"]`],
    },
    {
      spec: { items: [{ name: "a", zoo: 1 }, { name: 2 }], list: [1] },
      out: [
        `.spec.items[name="a"].zoo: field not declared in schema`,
        `.spec.items[name=2].name: expected string, got &value.valueUnstructured{Value:2}`,
        `.spec.list[0]: expected string, got &value.valueUnstructured{Value:1}`,
      ],
    },
  ])("$spec: $out", ({ spec, out }) => {
    expect(findTypeFaults(widget(spec), schema, { isLive: false })).toEqual(out);
  });

  test("duplicates and unknown fields that are live are tolerated", () => {
    const live = widget({ tags: ["a", "a"], foo: 1 });
    expect(findTypeFaults(live, schema, { isLive: true })).toEqual([]);
  });
});
