import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { compareValues } from "../../../../src/embedded/ownership/compare-values.ts";
import { setText, WIDGET } from "../../../support/tracked-kinds.ts";

const { schema } = WIDGET;

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
      what: "free content and null",
      live: { open: { a: 1 }, mixed: { x: 1, y: null } },
      next: { open: null, mixed: { x: null, y: { z: 1 } } },
      out: "+.mixed.y.z ~.mixed.x -.open.a",
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
