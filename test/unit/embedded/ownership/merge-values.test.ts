import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../../src/core/object/json.ts";
import { mergeValues } from "../../../../src/embedded/ownership/merge-values.ts";
import { WIDGET } from "../../../support/tracked-kinds.ts";

function mergeSpecs(live: JsonObject, config: JsonObject): Json | undefined {
  return mergeValues({ spec: live }, { spec: config }, WIDGET.schema)["spec"];
}

describe("the order of a merged list", () => {
  test.each([
    ["", "a b", "a b"],
    ["a b", "", "a b"],
    ["a b c", "c b a", "c b a"],
    ["a b c", "b", "a b c"],
    ["a x b", "b a", "x b a"],
    ["x a b", "b a", "x b a"],
    ["a b x", "b a", "b x a"],
    ["a b", "b n a", "b n a"],
    ["x a y", "n a m", "x n a y m"],
    ["x y", "n m", "x y n m"],
    ["a x b y c", "c n b", "a x y c n b"],
    ["a x b y c z", "b n c m a", "x b y n c z m a"],
  ])("live %j, applied %j: %j", (live, config, merged) => {
    expect(mergeSpecs(tagsOf(live), tagsOf(config))).toEqual(tagsOf(merged));
  });

  test.each([
    ["A A x", "A n", "A n x"],
    ["A A b x A y", "b A n m", "b x A y n m"],
    ["A A b x A y", "A n m", "A n b x m y"],
    ["A A x", "n", "A A x n"],
  ])("live with an item that stands twice %j, applied %j: %j", (live, config, merged) => {
    expect(mergeSpecs(itemsOf(live), itemsOf(config))).toEqual(itemsOf(merged));
  });
});

describe("mergeValues", () => {
  test.each<{ what: string; live: JsonObject; config: JsonObject; out: JsonObject }>([
    {
      what: "fields win, others stay",
      live: { title: "a", flag: true },
      config: { title: "b" },
      out: { title: "b", flag: true },
    },
    {
      what: "items are merged by key, with the default of a key that is left out",
      live: {
        ports: [
          { port: 80, protocol: "TCP", name: "a" },
          { port: 80, protocol: "UDP" },
        ],
      },
      config: { ports: [{ port: 80, name: "b" }] },
      out: {
        ports: [
          { port: 80, protocol: "TCP", name: "b" },
          { port: 80, protocol: "UDP" },
        ],
      },
    },
    {
      what: "of an item that is live twice only the applied one stays",
      live: {
        items: [
          { name: "a", value: "1" },
          { name: "a", value: "2" },
        ],
      },
      config: { items: [{ name: "a" }] },
      out: { items: [{ name: "a" }] },
    },
    {
      what: "what is atomic is replaced",
      live: { list: ["a"], whole: { a: "1" }, objects: [{ a: "1" }] },
      config: { list: ["b"], whole: { b: "1" }, objects: [] },
      out: { list: ["b"], whole: { b: "1" }, objects: [] },
    },
    {
      what: "null and empty do not remove what is in a map or a list",
      live: { map: { a: "1" }, tags: ["x"], struct: { a: "1" } },
      config: { map: null, tags: [], struct: {} },
      out: { map: { a: "1" }, tags: ["x"], struct: { a: "1" } },
    },
    {
      what: "null and empty stand where nothing was",
      live: { map: {}, title: "a" },
      config: { map: null, tags: null, struct: {}, title: null },
      out: { map: null, tags: null, struct: {}, title: null },
    },
    {
      what: "content without a schema",
      live: { open: { a: 1, b: [1], c: 1 } },
      config: { open: { b: [2], c: { d: 1 } } },
      out: { open: { a: 1, b: [2], c: { d: 1 } } },
    },
    {
      what: "null for content without a schema: a map stays, all else goes",
      live: { mixed: { map: { a: 1 }, list: [1], text: "x" } },
      config: { mixed: { map: null, list: null, text: null } },
      out: { mixed: { map: { a: 1 }, list: null, text: null } },
    },
    {
      what: "a name that JavaScript knows",
      live: { map: { a: "1" } },
      config: { map: Object.fromEntries([["__proto__", "1"]]) },
      out: {
        map: Object.fromEntries([
          ["a", "1"],
          ["__proto__", "1"],
        ]),
      },
    },
  ])("$what", ({ live, config, out }) => {
    expect(mergeSpecs(live, config)).toEqual(out);
  });
});

function tagsOf(text: string): JsonObject {
  return { tags: text.split(" ").filter(Boolean) };
}

function itemsOf(text: string): JsonObject {
  return { items: text.split(" ").map((name) => ({ name })) };
}
