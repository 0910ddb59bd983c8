import { expect, test } from "vitest";
import { parseYamlBody } from "../../../../src/embedded/requests/parse-body.ts";
import { StatusError } from "../../../../src/embedded/status-error.ts";

/** `2 keys, repeats: …`, or what is wrong. */
function brief(text: string): string {
  try {
    const parsed = parseYamlBody(text);
    if (!parsed.ok) return parsed.wrong;
    return `${JSON.stringify(parsed.value).slice(0, 60)} ${parsed.repeats.join()}`.trim();
  } catch (error) {
    if (!(error instanceof StatusError)) throw error;
    return `${String(error.code)} ${error.message}`;
  }
}

const TOO_LONG = "yaml: line 1: the document is too long";

test.each([
  ["comments", "#\n".repeat(1_500_000), TOO_LONG],
  ["items", `[${"1,".repeat(1_400_000)}1]`, TOO_LONG],
  ["repeated keys", "k: 1\n".repeat(500_000), TOO_LONG],
  ["keys", Array.from({ length: 250_000 }, (_, key) => `k${key}: v\n`).join(""), TOO_LONG],
  [
    "anchors",
    Array.from({ length: 200_000 }, (_, key) => `k${key}: &a${key} 1\n`).join(""),
    TOO_LONG,
  ],
  [
    "aliases of a long text",
    `a: &a ${"x".repeat(1_000_000)}\nb: [${"*a, ".repeat(900)}]\n`,
    "500 etcdserver: request is too large",
  ],
])("a YAML body of very many %s is refused before it is worked on", (_, text, expected) => {
  const from = performance.now();
  expect(brief(text)).toBe(expected);
  expect(performance.now() - from).toBeLessThan(4000);
});

test("a body that is JSON is read as such, however many keys it has", () => {
  const data = Object.fromEntries(Array.from({ length: 150_000 }, (_, key) => [`k${key}`, "v"]));
  const from = performance.now();
  expect(brief(JSON.stringify({ kind: "ConfigMap", data }))).toMatch(/^\{"kind":"ConfigMap","data/);
  expect(performance.now() - from).toBeLessThan(4000);
});

test.each([
  ['{"a": 1, "a": 2}', '{"a":2} line 1: key "a" already set in map'],
  [
    '{"a": {"data": {"b": {"x": 1, "x": 2}}}}',
    '{"a":{"data":{"b":{"x":2}}}} line 1: key "x" already set in map',
  ],
  [
    "a: {data: {b: {x: 1, x: 2}}}",
    '{"a":{"data":{"b":{"x":2}}}} line 1: key "x" already set in map',
  ],
  ['{"a": 9007199254740993}', "yaml: line 1: a: the integer is beyond 2^53 and would lose digits"],
  ["{a: yes}", '{"a":true}'],
  ['{"<<": {"a": 1}}', '{"<<":{"a":1}}'],
  ['{"__proto__": 1}', '{"__proto__":1}'],
  ["", "null"],
])("%s is read as %s, JSON or not", (text, expected) => {
  expect(brief(text)).toBe(expected);
});
