import { randomBytes } from "node:crypto";
import { assert, dictionary, property, string } from "fast-check";
import { describe, expect, test } from "vitest";
import { contentKeys } from "../../../../src/adapters/digest/create-content-keys.ts";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import type { ContentKeys } from "../../../../src/core/restart/content-keys.ts";

function open(data: JsonObject): ContentKeys {
  const keys = contentKeys.open({ kind: "Secret", data });
  if (keys === undefined) throw new Error("no keys");
  return keys;
}

const K1 = { k1: randomBytes(32).toString("base64") };
const K2 = { k2: randomBytes(32).toString("base64") };
const KEYS = open(K1);

function secret(data: Readonly<Record<string, string>>, more: JsonObject = {}): JsonObject {
  const encoded = Object.entries(data).map(([key, text]) => [key, base64(text)] as const);
  return { kind: "Secret", type: "Opaque", data: Object.fromEntries(encoded), ...more };
}

function base64(text: string): string {
  return Buffer.from(text).toString("base64");
}

const BASE = secret({ a: "b" });

describe("S5: what makes another digest", () => {
  test.each([
    ["a boundary that moves", secret({ a: "bc" }), secret({ ab: "c" })],
    ["a boundary between two values", secret({ a: "b", c: "d" }), secret({ a: "bc", d: "" })],
    ["a key that is renamed", BASE, secret({ x: "b" })],
    ["an empty value", BASE, secret({ a: "b", c: "" })],
    ["a line end", secret({ a: "x\ny" }), secret({ a: "x\r\ny" })],
    [
      "one bit of a binary value",
      secret({}, { data: { a: "AAE=" } }),
      secret({}, { data: { a: "AAA=" } }),
    ],
    [
      "the last byte of 1 MiB",
      secret({ a: "x".repeat(1 << 20) }),
      secret({ a: `${"x".repeat((1 << 20) - 1)}y` }),
    ],
    ["another type", BASE, { ...BASE, type: "example/other" }],
    ["another kind", { kind: "Secret", data: {} }, { kind: "ConfigMap", data: {} }],
    [
      "text or bytes of a ConfigMap",
      { kind: "ConfigMap", data: { a: "Yg==" } },
      { kind: "ConfigMap", binaryData: { a: "Yg==" } },
    ],
    ["no data at all", { kind: "ConfigMap", data: { a: "" } }, { kind: "ConfigMap" }],
  ])("%s", (_what, one, other) => {
    expect(KEYS.digest(one)).not.toBe(KEYS.digest(other));
    expect(KEYS.isSame(one, KEYS.digest(other))).toBe(false);
  });

  test.each<[string, JsonObject, JsonObject]>([
    ["metadata", BASE, { ...BASE, metadata: { labels: { a: "b" }, uid: "2" } }],
    ["immutable", BASE, { ...BASE, immutable: true }],
    [
      "line breaks in base64",
      secret({}, { data: { a: "YWJj" } }),
      secret({}, { data: { a: "YW\nJj" } }),
    ],
    ["a type that is left out", secret({ a: "b" }), { kind: "Secret", data: { a: base64("b") } }],
    ["empty data", { kind: "ConfigMap" }, { kind: "ConfigMap", data: {} }],
  ])("not %s", (_what, one, other) => {
    expect(KEYS.digest(one)).toBe(KEYS.digest(other));
  });

  test("S5: distinct for distinct contents, equal for any order of the keys", () => {
    const data = dictionary(string({ maxLength: 8 }), string({ maxLength: 8 }));
    assert(
      property(data, data, (one, other) => {
        const reversed = Object.fromEntries(Object.entries(one).toReversed());
        expect(KEYS.digest(secret(reversed))).toBe(KEYS.digest(secret(one)));
        const isSame = JSON.stringify(sorted(one)) === JSON.stringify(sorted(other));
        expect(KEYS.digest(secret(one)) === KEYS.digest(secret(other))).toBe(isSame);
      }),
      { numRuns: 300 },
    );
  });
});

function sorted(data: Readonly<Record<string, string>>): readonly (readonly [string, string])[] {
  return Object.entries(data).toSorted(([a], [b]) => (a < b ? -1 : 1));
}

describe("the key ring", () => {
  test("a digest of an older key is still told, and the newest key makes new ones", () => {
    const both = open({ ...K1, ...K2 });
    expect(both.isSame(BASE, KEYS.digest(BASE))).toBe(true);
    expect(both.isSame(secret({ a: "c" }), KEYS.digest(BASE))).toBe(false);
    expect(both.digest(BASE)).toMatch(/^k2-[0-9a-f]{8}\.[0-9a-f]{32}$/);
  });

  test("another key of the same name is another key", () => {
    const remade = open({ k1: randomBytes(32).toString("base64") });
    expect(remade.isSame(BASE, KEYS.digest(BASE))).toBeUndefined();
  });

  test("k10 is newer than k9", () => {
    const ring = open({ k9: K1.k1, k10: K2.k2 });
    expect(ring.digest(BASE)).toMatch(/^k10-/);
  });

  test.each<[string, JsonObject]>([
    ["nothing", {}],
    ["a short key", { k1: base64("short") }],
    ["other names", { key: K1.k1, k0: K1.k1, "k1.txt": K1.k1 }],
    ["no text", { k1: 1 }],
  ])("%s is no ring", (_what, data) => {
    expect(contentKeys.open({ kind: "Secret", data })).toBeUndefined();
  });

  test("what is made can be opened, and is new each time", () => {
    const [one, other] = [contentKeys.make(), contentKeys.make()];
    expect(open(one).digest(BASE)).not.toBe(open(other).digest(BASE));
  });
});
