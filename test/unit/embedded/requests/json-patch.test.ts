import { expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { jsonPatch } from "../../../../src/embedded/requests/json-patch.ts";
import { PatchFailure } from "../../../../src/embedded/requests/patch-failure.ts";

function copies(count: number): Parameters<typeof jsonPatch>[1] {
  return Array.from({ length: count }, (_, index) => ({
    op: "copy",
    from: "/a",
    path: `/a/${String(index)}`,
    value: undefined,
  }));
}

test("refuses copies of copies before they fill the memory", () => {
  expect(() => jsonPatch({ a: { text: "x".repeat(1_000) } }, copies(40))).toThrow(PatchFailure);
});

test("refuses copies that are many together, however few each of them copies", () => {
  const few = Array.from({ length: 999 }, () => 1);
  const copied = Array.from({ length: 600 }, (_, index) =>
    operation("copy", `/c${index}`, { from: "/a" }),
  );
  expect(() => jsonPatch({ a: few }, copied)).toThrow(PatchFailure);
  expect(() => jsonPatch({ a: few }, copied.slice(0, 499))).not.toThrow();
});

test("refuses what is nested too deeply", () => {
  const deep = `/a${"/a".repeat(1_000)}`;
  const add = { op: "add", path: deep, from: undefined, value: 1 };
  expect(() => jsonPatch({}, [add])).toThrow(PatchFailure);
  expect(() =>
    jsonPatch(
      { a: {} },
      copies(1_000).map((each) => ({ ...each, path: "/a/a" })),
    ),
  ).toThrow(PatchFailure);
});

test("keeps keys that JavaScript has other plans for", () => {
  const patched = jsonPatch(Object.fromEntries([["__proto__", { a: 1 }]]), [
    { op: "add", path: "/__proto__/b", from: undefined, value: 2 },
    { op: "copy", path: "/constructor", from: "/__proto__", value: undefined },
  ]);
  expect(JSON.stringify(patched)).toBe('{"__proto__":{"a":1,"b":2},"constructor":{"a":1,"b":2}}');
});

type Operation = Parameters<typeof jsonPatch>[1][number];

function operation(op: string, path: string, rest: Partial<Operation> = {}): Operation {
  return { op, path, from: undefined, value: undefined, ...rest };
}

function many(make: (index: number) => Operation): readonly Operation[] {
  return Array.from({ length: 10_000 }, (_, index) => make(index));
}

const WIDE = Object.fromEntries(Array.from({ length: 50_000 }, (_, key) => [`k${key}`, key]));
const LONG = Array.from({ length: 20_000 }, (_, index) => index);
const DEEP = `/a${"/a".repeat(140)}`;

test.each([
  ["added keys", { data: {} }, many((key) => operation("add", `/data/k${key}`, { value: "v" }))],
  ["keys added to many", WIDE, many((key) => operation("add", `/n${key}`, { value: "v" }))],
  ["removed keys", WIDE, many((key) => operation("remove", `/k${key}`))],
  ["replaced keys", WIDE, many((key) => operation("replace", `/k${key}`, { value: "v" }))],
  ["items before others", { l: LONG }, many(() => operation("add", "/l/0", { value: 1 }))],
  ["items taken away", { l: LONG }, many(() => operation("remove", "/l/0"))],
  [
    "keys moved to and fro",
    { a: WIDE },
    many((key) =>
      key % 2 === 0
        ? operation("move", "/b", { from: "/a" })
        : operation("move", "/a", { from: "/b" }),
    ),
  ],
  ["copied keys", { a: "x" }, many((key) => operation("copy", `/c${key}`, { from: "/a" }))],
  ["tested keys", WIDE, many((key) => operation("test", `/k${key}`, { value: key }))],
  [
    "long paths",
    DEEP.split("/").reduceRight<JsonObject>((inner) => ({ a: inner }), {}),
    many((key) => operation("add", `${DEEP}/k${key}`, { value: 1 })),
  ],
])("10,000 operations take about as long as reading them: %s", (_, document, operations) => {
  const from = performance.now();
  jsonPatch(document, operations);
  expect(performance.now() - from).toBeLessThan(4000);
});

const WIDE_AGAIN = Object.fromEntries(Object.entries(WIDE));

test.each([
  [
    "comparing a large object again and again",
    { a: WIDE },
    many(() => operation("test", "/a", { value: WIDE_AGAIN })),
  ],
  [
    "moving the items of a very long list",
    { l: Array.from({ length: 700_000 }, () => 0) },
    many(() => operation("add", "/l/0", { value: 1 })),
  ],
])("refuses what takes too long: %s", (_, document, operations) => {
  expect(() => jsonPatch(document, operations)).toThrow(PatchFailure);
});

test("leaves the document and the patch as they were", () => {
  const document = { a: { b: [1, { c: 2 }] }, d: { e: 3 } };
  const value = { x: { y: 1 } };
  const before = JSON.stringify([document, value]);
  jsonPatch(document, [
    operation("add", "/a/b/0", { value }),
    operation("replace", "/a/b/0/x/y", { value: 2 }),
    operation("remove", "/d/e"),
    operation("move", "/a/b/-", { from: "/a/b/2" }),
    operation("replace", "/a/b/-1/c", { value: 9 }),
  ]);
  expect(JSON.stringify([document, value])).toBe(before);
});

test("what was copied and its copy are changed apart, also where both were changed before", () => {
  const patched = jsonPatch({ a: { x: [{ n: 1 }] } }, [
    operation("replace", "/a/x/0/n", { value: 2 }),
    operation("copy", "/b", { from: "/a" }),
    operation("replace", "/b/x/0/n", { value: 3 }),
    operation("add", "/a/x/-", { value: 4 }),
    operation("copy", "/c", { from: "/b/x" }),
    operation("remove", "/b/x/0"),
  ]);
  expect(patched).toEqual({ a: { x: [{ n: 2 }, 4] }, b: { x: [] }, c: [{ n: 3 }] });
});
