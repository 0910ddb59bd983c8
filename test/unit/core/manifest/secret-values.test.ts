import { describe, expect, test } from "vitest";
import { parseFile } from "../../../../src/core/manifest/parse-file.ts";

const MARKER = "MARKERpw";
const HEAD = "apiVersion: v1\nkind: Secret\nmetadata:\n  name: a\n";

/** All that is said of a file. Its manifests are no texts for people. */
function remarks(text: string): string {
  const parsed = parseFile({ path: "f.yaml", text });
  if (!parsed.ok) return JSON.stringify(parsed.problems);
  const { lints, leftOut } = parsed.value;
  return JSON.stringify([lints, leftOut]);
}

/** Every character that means something at the begin of a value, and what can be built with it. */
const VALUES = [
  ..."-?:,[]{}#&*!|>'\"%@`<=~.\\/$^+0".split("").map((mark) => `${mark}${MARKER}`),
  ..."-?:,[]{}#&*!|>'\"%@`<=~".split("").map((mark) => `${mark} ${MARKER}`),
  ..."-:,[]{}#&*!|>'\"%@`".split("").map((mark) => `${MARKER}${mark} x`),
  `!!${MARKER}`,
  `!!${MARKER} x`,
  `!<${MARKER}> x`,
  `!<tag:yaml.org,2002:${MARKER}> x`,
  `!a!${MARKER} x`,
  `!a !${MARKER} x`,
  `!!int ${MARKER}`,
  `!!binary ${MARKER}`,
  `!!timestamp ${MARKER}`,
  `!${MARKER} [x]`,
  `!${MARKER} {x: y}`,
  `&a !${MARKER} x`,
  `&${MARKER} &${MARKER} x`,
  `&${MARKER} [*${MARKER}]`,
  `*${MARKER} x`,
  `*a!${MARKER}`,
  `"\\q${MARKER}"`,
  `"\\x${MARKER}"`,
  `"\\u${MARKER}"`,
  `"${MARKER}" x`,
  `'${MARKER}' x`,
  `{${MARKER}}`,
  `{${MARKER},${MARKER}}`,
  `{a: {${MARKER}: 1, ${MARKER}: 2}}`,
  `{${MARKER}: !x y}`,
  `{!${MARKER} x: y}`,
  `{? [${MARKER}] : y}`,
  `{*${MARKER} : y}`,
  `{<<: ${MARKER}}`,
  `{<<: *${MARKER}}`,
  `{${MARKER}: 1, <<: {${MARKER}: 2}}`,
  `{${MARKER}: .inf}`,
  `{${MARKER}: 99999999999999999999}`,
  `{.inf${MARKER}: 1, .inf: 2}`,
  `[${MARKER}, !${MARKER} x]`,
  `[{${MARKER}: *x}]`,
  `|\n  ${MARKER}`,
  `|9\n  ${MARKER}`,
  `\n  - ${MARKER}\n    ${MARKER}: x`,
  `\n    ${MARKER}: x\n    ${MARKER}: y`,
  `\n    ${MARKER}: !${MARKER}\n`,
  `\n\t${MARKER}`,
  `${MARKER}\u0007`,
  `"${MARKER}\n---\n${MARKER}"`,
  "99999999999999999999",
  ".inf",
];

describe("a Secret's value is in no text about its file", () => {
  test.each(VALUES)("%j", (value) => {
    for (const field of ["stringData", "data"]) {
      expect(remarks(`${HEAD}${field}:\n  k: ${value}\n`)).not.toContain("MARKER");
      expect(remarks(`${HEAD}${field}: {k: ${value}}\n`)).not.toContain("MARKER");
      expect(
        remarks(
          `apiVersion: v1\nkind: List\nitems:\n- ${HEAD.trim().replaceAll("\n", "\n  ")}\n  ${field}: {k: ${value}}\n`,
        ),
      ).not.toContain("MARKER");
    }
  });

  test("in JSON neither", () => {
    const text = `{"apiVersion":"v1","kind":"Secret","metadata":{"name":"a"},"data":{"k":"\\q${MARKER}","k":${MARKER}}}`;
    expect(remarks(text)).not.toContain("MARKER");
  });

  test.each([
    ["!pw", "a value without a tag, or quotes around a value that begins with `!`"],
    ["*pw", "an anchor that ends before the alias, or quotes around a value that begins with `*`"],
  ])("%s is told with its place and what to do", (value, expected) => {
    const parsed = parseFile({ path: "f.yaml", text: `${HEAD}stringData: {k: ${value}}\n` });
    const [problem] = parsed.ok ? [] : parsed.problems;
    expect(problem?.where).toMatch(/^f\.yaml:5:\d+$/);
    expect(problem?.what).toMatch(/^stringData\.k: an? /);
    expect(problem?.expected).toBe(expected);
  });

  test("a key of a Secret is shown, what stands in its value is not", () => {
    const text = `${HEAD}stringData:\n  k: {p: v, p: w}\n  j: v\n  j: w\n`;
    const parsed = parseFile({ path: "f.yaml", text });
    expect(parsed.ok ? [] : parsed.problems.map(({ what }) => what)).toEqual([
      "stringData.k: a key is written twice",
      'stringData: key "j" is written twice',
      "stringData.k is no text",
    ]);
  });
});
