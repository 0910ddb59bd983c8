import { describe, expect, test } from "vitest";
import type { Json } from "../../../../src/core/object/json.ts";
import {
  differenceSets,
  fieldSetOf,
  hasPath,
  intersectSets,
  leavesOf,
  pathsOf,
  unionSets,
} from "../../../../src/core/ownership/field-set.ts";
import { formatFieldSet } from "../../../../src/core/ownership/format-field-set.ts";
import { formatPath } from "../../../../src/core/ownership/format-path.ts";
import { parseFieldSet } from "../../../../src/core/ownership/parse-field-set.ts";

function brief(json: Json): string {
  const parsed = parseFieldSet(json);
  return parsed.ok ? JSON.stringify(formatFieldSet(parsed.value)) : `refused: ${parsed.what}`;
}

function setFrom(json: Json): ReturnType<typeof fieldSetOf> {
  const parsed = parseFieldSet(json);
  if (!parsed.ok) throw new Error(parsed.what);
  return parsed.value;
}

describe("parseFieldSet, then formatFieldSet", () => {
  test.each<{ what: string; json: Json; out: string }>([
    { what: "a leaf", json: { "f:a": {} }, out: `{"f:a":{}}` },
    {
      what: "a container that is no member",
      json: { "f:a": { "f:b": {} } },
      out: `{"f:a":{"f:b":{}}}`,
    },
    {
      what: "a container that is a member",
      json: { "f:a": { "f:b": {}, ".": {} } },
      out: `{"f:a":{".":{},"f:b":{}}}`,
    },
    { what: "a leaf with a dot", json: { "f:a": { ".": {} } }, out: `{"f:a":{}}` },
    { what: "a dot at the root", json: { ".": {} }, out: `{}` },
    {
      what: "names with dots, spaces, nothing",
      json: { "f:a.b c\\d": {}, "f:": {} },
      out: `{"f:":{},"f:a.b c\\\\d":{}}`,
    },
    {
      what: "the name __proto__",
      json: Object.fromEntries([["f:__proto__", {}]]),
      out: `{"f:__proto__":{}}`,
    },
    {
      what: "keys in another order, with space",
      json: { 'k: {"b" : 2, "a":"x"} ': { ".": {} } },
      out: `{"k:{\\"a\\":\\"x\\",\\"b\\":2}":{}}`,
    },
    {
      what: "two spellings of one item",
      json: { 'k:{"a":1,"b":2}': { "f:x": {} }, 'k:{"b":2,"a":1.0}': { "f:y": {} } },
      out: `{"k:{\\"a\\":1,\\"b\\":2}":{"f:x":{},"f:y":{}}}`,
    },
    {
      what: "set values, an index",
      json: { "i:3": {}, 'v:"x"': {}, "v:1": {} },
      out: `{"v:1":{},"v:\\"x\\"":{},"i:3":{}}`,
    },
    {
      what: "values in the server's order",
      json: {
        "v:null": {},
        "v:{}": {},
        "v:[1]": {},
        "v:false": {},
        'v:"a"': {},
        "v:2.5": {},
        "v:10": {},
      },
      out: `{"v:2.5":{},"v:10":{},"v:\\"a\\"":{},"v:false":{},"v:[1]":{},"v:{}":{},"v:null":{}}`,
    },
    {
      what: "a field set behind U+FFFD by bytes",
      json: { "f:\u{1F600}": {}, "f:\uFFFD": {} },
      out: `{"f:\uFFFD":{},"f:\u{1F600}":{}}`,
    },
    { what: "an unknown prefix", json: { "z:a": { "f:b": {} }, "f:c": {} }, out: `{"f:c":{}}` },
    { what: "only an unknown prefix below", json: { "f:c": { "z:a": {} } }, out: `{"f:c":{}}` },
    { what: "no colon", json: { fa: {} }, out: `refused: "fa" has no colon in second place` },
    { what: "one character", json: { f: {} }, out: `refused: "f" has no colon in second place` },
    {
      what: "broken JSON",
      json: { "k:{": {} },
      out: `refused: "k:{" holds no JSON object that we can keep`,
    },
    {
      what: "something after the JSON",
      json: { "v:1 2": {} },
      out: `refused: "v:1 2" holds no JSON value that we can keep`,
    },
    {
      what: "a key given twice",
      json: { 'k:{"a":1,"a":2}': {} },
      out: `refused: "k:{\\"a\\":1,\\"a\\":2}" holds no JSON object that we can keep`,
    },
    { what: "an index with a space", json: { "i: 0": {} }, out: `refused: "i: 0" is no index` },
    { what: "an index in words", json: { "i:x": {} }, out: `refused: "i:x" is no index` },
    {
      what: "an integer beyond 2^53",
      json: { "v:9007199254740993": {} },
      out: `refused: "v:9007199254740993" holds no JSON value that we can keep`,
    },
    { what: "no object below", json: { "f:a": 1 }, out: "refused: a field set is no object" },
    { what: "no object at all", json: null, out: "refused: a field set is no object" },
  ])("$what → $out", ({ json, out }) => {
    expect(brief(json)).toBe(out);
  });

  test("text nested without end is refused, not followed", () => {
    let json: Json = {};
    for (let depth = 0; depth < 50_000; depth += 1) json = { "f:a": json };
    expect(brief(json)).toBe("refused: nested deeper than 200");
    expect(brief({ [`v:${"[".repeat(50_000)}`]: {} })).toContain("refused");
  });
});

describe("sets", () => {
  const a = setFrom({ "f:x": { ".": {}, "f:y": {}, "f:z": {} } });
  const b = setFrom({ "f:x": { "f:y": {} }, "f:w": {} });

  test.each([
    {
      what: "union",
      set: unionSets(a, b),
      out: { "f:w": {}, "f:x": { ".": {}, "f:y": {}, "f:z": {} } },
    },
    { what: "difference", set: differenceSets(a, b), out: { "f:x": { ".": {}, "f:z": {} } } },
    { what: "difference with the container", set: differenceSets(b, a), out: { "f:w": {} } },
    { what: "intersection", set: intersectSets(a, b), out: { "f:x": { "f:y": {} } } },
  ])("$what counts a container and its contents one by one", ({ set, out }) => {
    expect(formatFieldSet(set)).toEqual(out);
  });

  test("members and leaves come in canonical order, a container before its contents", () => {
    expect(pathsOf(a).map(formatPath)).toEqual(["/x", "/x/y", "/x/z"]);
    expect(leavesOf(a).map(formatPath)).toEqual(["/x/y", "/x/z"]);
    expect(hasPath(b, [{ kind: "field", name: "x" }])).toBe(false);
    expect(formatFieldSet(fieldSetOf(pathsOf(a)))).toEqual(formatFieldSet(a));
  });
});
