import { describe, expect, test } from "vitest";
import { parseYaml } from "../../../../src/core/manifest/parse-yaml.ts";

/** `<value as JSON>` or `<line>:<column> <problem>` of each document, in one line. */
function brief(text: string): string {
  return [...parseYaml(text)]
    .map(({ value, problems }) =>
      problems.length === 0
        ? JSON.stringify(value)
        : problems
            .map(({ line, column, what }) => `${String(line)}:${String(column)} ${what}`)
            .join(" & "),
    )
    .join(" | ");
}

function aliases(count: number): string {
  return `a: &x 1\nb: [${"*x, ".repeat(count)}]`;
}

describe("parseYaml, values", () => {
  test.each([
    ["an empty text", "", ""],
    ["only a comment", "# nothing\n", ""],
    ["quotes keep text", "[\"yes\", '1', ! 12, !!str 0644]", '["yes","1","12","0644"]'],
    [
      "tags decide over quotes",
      '[!!int "0644", !!float "3", !!bool "yes", !!null ""]',
      "[420,3,true,null]",
    ],
    ["words as keys", "y: 1\noff: 2", '{"true":1,"false":2}'],
    ["numbers as keys", "0644: a\n1.50: b\n-0: c", '{"0":"c","420":"a","1.5":"b"}'],
    ["keys without values", "{a, b: }", '{"a":null,"b":null}'],
    [
      "JSON with tabs and surrogates",
      '{\n\t"a": "\\ud83d\\ude00", "b": 1e2}',
      '{"a":"😀","b":100}',
    ],
    [
      "brackets that close at the parent's column",
      "a: [\n  b\n]\nc: {\n  d: e\n}",
      '{"a":["b"],"c":{"d":"e"}}',
    ],
    ["several documents", "a: 1\n---\nb: 2\n---\n", '{"a":1} | {"b":2} | null'],
    ["documents after `...` and `---`", "a: 1\n...\n---\nb: 2", '{"a":1} | {"b":2}'],
    ["a comment after `...`", "a: 1\n...\n# end", '{"a":1}'],
    ["an end after an end", "a: 1\n...\n...\n", '{"a":1} | null'],
    ["a byte order mark", "\u{FEFF}a: 1", '{"a":1}'],
    ["a harmless directive", "%YAML 1.1\n---\na: y", '{"a":true}'],
    ["a dangerous key", "__proto__: {a: 1}", '{"__proto__":{"a":1}}'],
    ["an alias", "a: &x {b: 1}\nc: *x", '{"a":{"b":1},"c":{"b":1}}'],
    ["an anchor that is used again", "a: &x 1\nb: &x 2\nc: *x", '{"a":1,"b":2,"c":2}'],
    ["an anchor on nothing", "a: &x\nb: *x", '{"a":null,"b":null}'],
    ["an alias as a key", "a: &x q\nb: {*x : 1}", '{"a":"q","b":{"q":1}}'],
    ["an anchor on a key", "&x a: 1\nb: *x", '{"a":1,"b":"a"}'],
    [
      "a merge key, written keys win",
      "a: &a {x: 1, z: 2}\nb: {<<: *a, x: 3}",
      '{"a":{"x":1,"z":2},"b":{"x":3,"z":2}}',
    ],
    ["the first of several merges wins", "{<<: [{x: 5}, {x: 6, z: 7}]}", '{"x":5,"z":7}'],
    [
      "a merge of a merge",
      "a: &a {x: 1}\nb: &b {<<: *a, z: 2}\nc: {<<: *b}",
      '{"a":{"x":1},"b":{"x":1,"z":2},"c":{"x":1,"z":2}}',
    ],
    ["a tagged merge key", "{!!merge <<: {a: b}}", '{"a":"b"}'],
    ["a quoted `<<` is a key", "{'<<': 1}", '{"<<":1}'],
  ])("%s", (_, text, want) => {
    expect(brief(text)).toBe(want);
  });
});

describe("parseYaml, problems", () => {
  test.each([
    ["a: 'x", "1:6 not valid YAML: a missing quote, bracket, comma, colon or space"],
    ["a: b: c", "1:4 not valid YAML: a map or list inside a line that is already a key or value"],
    ["a:\n\t- b", "2:1 not valid YAML: a tab used for indentation"],
    ["a: `x", "1:4 not valid YAML: a text that begins with a reserved character and has no quotes"],
    ['a: "\\U00110000"', "1:5 not valid YAML: an unknown escape in a double-quoted text"],
    ["a: 1\nb: 2\na: 3", '3:1 key "a" is written twice'],
    ["x: [{y: 1, true: 2}]", '1:12 x[0]: key "true" is written twice'],
    ["{1: a, '1': b}", '1:8 key "1" is written twice'],
    ["a: {b: !foo c}", "1:13 a.b: a tag that is not known"],
    ["a: !!binary aGk=", "1:13 a: a tag that is not known"],
    ["a: !!set {b}", "1:10 a: a tag that is not known"],
    ["a: !!int 1.5", "1:10 a: the value does not fit its tag !!int"],
    ["a: [1, 9007199254740993]", "1:8 a[1]: the integer is beyond 2^53 and would lose digits"],
    ["a: .inf", "1:4 a: infinity and not-a-number have no JSON form"],
    ["? [a]\n: 1", "1:3 a key that is no text"],
    ["? {a: b}\n: 1", "1:3 a key that is no text"],
    ["~: 1", "1:1 a key that is null"],
    ["1.0: a", "1:1 a key that is a number without an exact text"],
    ["1e-7: a", "1:1 a key that is a number without an exact text"],
    ["%FOO\n---\na: 1", '1:1 a directive that kubectl does not take | {"a":1}'],
    ["%YAML 1.3\n---\na: 1", '1:1 a directive that kubectl does not take | {"a":1}'],
    ["a: 1\n...\nb: 2", '{"a":1} | 3:1 a document after `...`, which kubectl drops'],
    ["a: *q", "1:4 a: an alias has no anchor before it"],
    ["a: &x [*x]", "1:8 a[0]: an alias stands inside its own anchor"],
    [
      "b: {x: 3, <<: {x: 1}}",
      '1:11 b: the merge key comes after key "x", which kubectl would take from the merge',
    ],
    ["b: {<<: {x: 1}, <<: {z: 1}}", '1:17 b: key "<<" is written twice'],
    ["b: {<<: null}", "1:5 b: the merge key names something that is no map"],
    ["a: &x [{b: 1}]\nc: {<<: *x}", "2:5 c: the merge key names something that is no map"],
    [
      "a: {b: 9007199254740993, b: 1}",
      '1:8 a.b: the integer is beyond 2^53 and would lose digits & 1:26 a: key "b" is written twice',
    ],
  ])("%s → %s", (text, want) => {
    expect(brief(text)).toBe(want);
  });

  test("a message never repeats a value", () => {
    const text = 'a: "hunter2\nb: hunter2: hunter2\n- hunter2';
    expect(JSON.stringify([...parseYaml(text)])).not.toContain("hunter2");
  });

  test("1,000 aliases are taken, one more is one problem", () => {
    expect(brief(aliases(1_000))).not.toContain("aliases");
    expect(brief(aliases(1_005))).toBe("2:4005 too many aliases");
  });

  test("few aliases for millions of values are a problem", () => {
    const levels = Array.from({ length: 9 }, (_, level) =>
      level === 0
        ? "a0: &a0 x"
        : `a${String(level)}: &a${String(level)} [${`*a${String(level - 1)}, `.repeat(10)}]`,
    );
    expect(brief(levels.join("\n"))).toMatch(/^\d+:\d+ too many aliases$/);
  });

  test.each([
    ["brackets", "[".repeat(20_000)],
    ["dashes", "- ".repeat(20_000)],
    ["maps", "{a: ".repeat(20_000)],
    ["keys", "? ".repeat(20_000)],
  ])("20,000 levels of %s do not overflow the stack", (_, text) => {
    expect(brief(text)).toBe("1:1 the document is nested too deeply");
  });

  test("a million commas, each of which is an error, do not fill the memory", () => {
    expect(brief(`[${",".repeat(1_000_000)}`)).toBe("1:1 the document is too long");
  });

  test("300,000 levels end with the first ones", () => {
    const startedMs = performance.now();
    expect(brief("[".repeat(300_000))).toBe("1:1 the document is nested too deeply");
    expect(performance.now() - startedMs).toBeLessThan(100);
  });

  test("200 levels are taken", () => {
    expect(brief(`${"[".repeat(200)}${"]".repeat(200)}`)).toBe(
      `${"[".repeat(200)}${"]".repeat(200)}`,
    );
  });
});

describe("parseYaml, places", () => {
  const text = "# c\na:\n  - b: 1\n    c: {d: e}\n---\nx: &x {y: 1}\nz: *x\nm: {<<: *x}\n";
  test.each([
    [0, [], "2:1"],
    [0, ["a", 0], "3:5"],
    [0, ["a", 0, "c", "d"], "4:9"],
    [0, ["a", 7], "2:1"],
    [0, ["none"], "2:1"],
    [1, ["z", "y"], "7:1"],
    [1, ["m", "y"], "8:1"],
  ])("document %i, %j → %s", (index, steps, want) => {
    const place = [...parseYaml(text)][index]?.placeOf(steps);
    expect(`${String(place?.line)}:${String(place?.column)}`).toBe(want);
  });
});
