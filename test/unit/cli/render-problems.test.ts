import { describe, expect, test } from "vitest";
import { choosePalette, PLAIN } from "../../../src/cli/palette.ts";
import { renderProblems } from "../../../src/cli/render-problems.ts";
import { renderRefusal } from "../../../src/cli/render-refusal.ts";

describe("problems, one line each", () => {
  test.each([
    [
      { where: "shop/web.yaml:12:5", what: "has no name", expected: "a name" },
      "shop/web.yaml:12:5: has no name; expected a name\n",
    ],
    [
      { where: "agent.config.yaml:3:1", what: "unknown key", expected: 'did you mean "name"?' },
      'agent.config.yaml:3:1: unknown key; did you mean "name"?\n',
    ],
    [{ where: "", what: "nothing is there", expected: "" }, "nothing is there\n"],
    [
      { where: "a.yaml", what: "two\nlines\u001B[31m", expected: "\u202Eone" },
      "a.yaml: two lines\\u001b[31m; expected \\u202eone\n",
    ],
  ])("%j", (problem, text) => {
    expect(renderProblems([problem, problem], PLAIN)).toBe(text + text);
  });
});

describe("a refusal in one sentence with what to do", () => {
  test.each([
    [
      "",
      "unreachable",
      "no answer from https://git.example",
      "no answer from https://git.example (unreachable); check the address and the network; it is tried again",
    ],
    [
      "",
      "no-such-branch",
      "there is no branch main.",
      "there is no branch main (no-such-branch); check source.branch in the configuration, or --ref",
    ],
    ["", "unsupported", "ssh needs the git program", "ssh needs the git program (unsupported)"],
    [
      "ConfigMap/shop/a",
      "forbidden",
      "ConfigMap/shop/a: may not patch",
      "ConfigMap/shop/a: may not patch (forbidden); give the account this permission",
    ],
    [
      "ConfigMap/shop/a",
      "invalid",
      "unknown field",
      "ConfigMap/shop/a: unknown field (invalid); correct the manifest",
    ],
    ["", "brand-new", "something", "something (brand-new)"],
    ["", "toString", "an inherited name is no code", "an inherited name is no code (toString)"],
  ] as const)("%j %s %j", (...[id, code, message, sentence]) => {
    expect(renderRefusal({ id, code, message }, PLAIN)).toBe(`refused: ${sentence}\n`);
  });
});

describe("colour", () => {
  test.each([
    { isTerminal: true, noColor: undefined, term: "xterm", coloured: true },
    { isTerminal: true, noColor: "", term: undefined, coloured: true },
    { isTerminal: true, noColor: "1", term: "xterm", coloured: false },
    { isTerminal: true, noColor: undefined, term: "dumb", coloured: false },
    { isTerminal: false, noColor: undefined, term: "xterm", coloured: false },
  ])("$isTerminal, NO_COLOR=$noColor, TERM=$term → $coloured", ({ coloured, ...surroundings }) => {
    const text = renderProblems(
      [{ where: "a", what: "b", expected: "" }],
      choosePalette(surroundings),
    );
    expect(text).toBe(coloured ? "\u001B[31ma: b\u001B[0m\n" : "a: b\n");
  });
});
