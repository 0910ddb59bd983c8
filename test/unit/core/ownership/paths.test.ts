import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../../src/core/object/json.ts";
import type { FieldPath, PathElement } from "../../../../src/core/ownership/field-path.ts";
import { formatPath } from "../../../../src/core/ownership/format-path.ts";
import { matchesPattern } from "../../../../src/core/ownership/match-pattern.ts";
import { resolvePath, setsPath } from "../../../../src/core/ownership/resolve-path.ts";

function field(name: string): PathElement {
  return { kind: "field", name };
}

function item(keys: Readonly<Record<string, Json>>): PathElement {
  return { kind: "key", keys: new Map(Object.entries(keys)) };
}

describe("formatPath", () => {
  test.each<{ path: FieldPath; text: string }>([
    { path: [], text: "" },
    {
      path: [field("spec"), field("ports"), item({ protocol: "TCP", port: 80 }), field("name")],
      text: "/spec/ports/[port=80,protocol=TCP]/name",
    },
    {
      path: [field("metadata"), field("labels"), field("a/b~c")],
      text: "/metadata/labels/a~1b~0c",
    },
    { path: [item({ mountPath: "/etc/x" })], text: "/[mountPath=~1etc~1x]" },
    { path: [item({ name: "a,b=c]" })], text: `/[name="a,b=c]"]` },
    { path: [item({ "a=b": "1" })], text: `/["a=b"="1"]` },
    { path: [item({ port: "80" })], text: `/[port="80"]` },
    { path: [item({ on: "true" }), item({ on: true })], text: `/[on="true"]/[on=true]` },
    { path: [{ kind: "value", value: "x" }], text: `/[="x"]` },
    { path: [{ kind: "value", value: 1 }], text: "/[=1]" },
    { path: [{ kind: "index", index: 2 }], text: "/2" },
    { path: [field("[name=x]")], text: `/["[name=x]"]` },
  ])("$text", ({ path, text }) => {
    expect(formatPath(path)).toBe(text);
  });
});

describe("matchesPattern", () => {
  test.each([
    { pattern: "/spec/replicas", path: "/spec/replicas", is: true },
    { pattern: "/spec/replicas", path: "/spec/replicasMax", is: false },
    { pattern: "/spec/replicas", path: "/spec", is: false },
    { pattern: "/spec", path: "/spec/replicas", is: true },
    { pattern: "/spec/*/image", path: "/spec/a/image", is: true },
    { pattern: "/spec/*/image", path: "/spec/a/b/image", is: false },
    {
      pattern: "/spec/containers/[name=web]/image",
      path: "/spec/containers/[name=web]/image",
      is: true,
    },
    { pattern: "/spec/env/[name=STAKATER_*]", path: "/spec/env/[name=STAKATER_X]/value", is: true },
    { pattern: "/spec/env/[name=STAKATER_*]", path: "/spec/env/[name=OTHER]", is: false },
    { pattern: "/metadata/annotations/x.io~1*", path: "/metadata/annotations/x.io~1a", is: true },
    { pattern: "/a/x*b*c", path: "/a/x1b2b3c", is: true },
    { pattern: "/a/x*xc", path: "/a/xc", is: false },
  ])("$pattern on $path: $is", ({ pattern, path, is }) => {
    expect(matchesPattern(pattern, path)).toBe(is);
  });

  test("a pattern of many stars is read in one go", () => {
    expect(matchesPattern(`/${"a*".repeat(5_000)}b`, `/${"a".repeat(20_000)}`)).toBe(false);
  });
});

describe("resolvePath and setsPath", () => {
  const body: JsonObject = {
    spec: {
      ports: [
        { port: 80, name: "a" },
        { port: 443, protocol: "UDP", name: "b" },
      ],
      list: ["x", "y"],
      none: null,
      scalar: 1,
      empty: {},
      dup: [{ region: "eu", a: 1 }, { a: 2 }],
      twice: [
        { region: "eu", a: 1 },
        { region: "eu", a: 2 },
      ],
    },
  };
  const spec = field("spec");
  test.each<{ what: string; path: FieldPath; value: Json | undefined; sets: boolean }>([
    { what: "a field", path: [spec, field("scalar")], value: 1, sets: true },
    {
      what: "an item whose protocol is left out",
      path: [spec, field("ports"), item({ port: 80, protocol: "TCP" }), field("name")],
      value: "a",
      sets: true,
    },
    {
      what: "no item of another protocol",
      path: [spec, field("ports"), item({ port: 80, protocol: "UDP" })],
      value: undefined,
      sets: false,
    },
    {
      what: "an item by all its keys",
      path: [spec, field("ports"), item({ port: 443, protocol: "UDP" }), field("name")],
      value: "b",
      sets: true,
    },
    {
      what: "the one item that may leave a key out",
      path: [spec, field("dup"), item({ region: "eu", zone: "1" }), field("a")],
      value: 1,
      sets: true,
    },
    {
      what: "neither of two that may leave a key out",
      path: [spec, field("twice"), item({ region: "eu", zone: "1" })],
      value: undefined,
      sets: false,
    },
    {
      what: "no item at all",
      path: [spec, field("ports"), item({ port: 1, protocol: "TCP" }), field("name")],
      value: undefined,
      sets: false,
    },
    {
      what: "a set value",
      path: [spec, field("list"), { kind: "value", value: "y" }],
      value: "y",
      sets: true,
    },
    {
      what: "an absent set value",
      path: [spec, field("list"), { kind: "value", value: "z" }],
      value: undefined,
      sets: false,
    },
    {
      what: "an index",
      path: [spec, field("list"), { kind: "index", index: 1 }],
      value: "y",
      sets: true,
    },
    { what: "below null", path: [spec, field("none"), field("a")], value: undefined, sets: true },
    {
      what: "below a scalar",
      path: [spec, field("scalar"), field("a")],
      value: undefined,
      sets: true,
    },
    {
      what: "a field below a list",
      path: [spec, field("list"), field("a")],
      value: undefined,
      sets: true,
    },
    {
      what: "an item below a map",
      path: [spec, field("empty"), item({ name: "a" })],
      value: undefined,
      sets: true,
    },
    {
      what: "below an empty map",
      path: [spec, field("empty"), field("a")],
      value: undefined,
      sets: false,
    },
    { what: "an inherited name", path: [spec, field("toString")], value: undefined, sets: false },
  ])("$what", ({ path, value, sets }) => {
    const found = resolvePath(body, path);
    expect(found.kind === "found" ? found.value : undefined).toEqual(value);
    expect(setsPath(body, path)).toBe(sets);
  });
});
