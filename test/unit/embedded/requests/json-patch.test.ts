import { expect, test } from "vitest";
import { jsonPatch, PatchFailure } from "../../../../src/embedded/requests/json-patch.ts";

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
