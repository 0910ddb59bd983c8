import { describe, expect, test } from "vitest";
import { parseFile } from "../../../../src/core/manifest/parse-file.ts";

import { describeProblem } from "../../../../src/core/wording/describe-problem.ts";

const CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n";

function brief(text: string): readonly string[] {
  const parsed = parseFile({ path: "f.yaml", text });
  return parsed.ok ? [] : parsed.problems.map(({ where, what }) => `${where} ${what}`);
}

describe("parseFile, problems", () => {
  test.each([
    ["no apiVersion", "kind: A\nmetadata: {name: a}\n", ["f.yaml:1:1 apiVersion is missing"]],
    ["no kind", "apiVersion: v1\nmetadata: {name: a}\n", ["f.yaml:1:1 kind is missing"]],
    ["no name", "apiVersion: v1\nkind: A\n", ["f.yaml:1:1 metadata.name is missing"]],
    [
      "nothing but metadata",
      "x: 1\nmetadata: {}\n",
      [
        "f.yaml:1:1 apiVersion is missing",
        "f.yaml:1:1 kind is missing",
        "f.yaml:2:1 metadata.name is missing",
      ],
    ],
    [
      "metadata of another type",
      "apiVersion: v1\nkind: A\nmetadata: []\n",
      ["f.yaml:3:1 metadata is no map"],
    ],
    [
      "generateName",
      "apiVersion: v1\nkind: A\nmetadata:\n  generateName: a-\n",
      ["f.yaml:4:3 metadata.generateName would make another object on every apply"],
    ],
    [
      "generateName beside a name",
      `${CONFIG_MAP}  generateName: a-\n`,
      ["f.yaml:5:3 metadata.generateName would make another object on every apply"],
    ],
    [
      "an empty name",
      "apiVersion: v1\nkind: A\nmetadata: {name: ''}\n",
      ["f.yaml:3:12 metadata.name is empty"],
    ],
    [
      "a number as name",
      "apiVersion: v1\nkind: A\nmetadata: {name: 12}\n",
      ["f.yaml:3:12 metadata.name is no text: it needs quotes"],
    ],
    [
      "a name with a slash",
      "apiVersion: v1\nkind: A\nmetadata: {name: a/b}\n",
      ['f.yaml:3:12 metadata.name has a wrong form: "a/b"'],
    ],
    [
      "a name with a control character",
      'apiVersion: v1\nkind: A\nmetadata: {name: "a\\e"}\n',
      ['f.yaml:3:12 metadata.name has a wrong form: "a\\u001b"'],
    ],
    [
      "a name of two dots",
      "apiVersion: v1\nkind: A\nmetadata: {name: ..}\n",
      ['f.yaml:3:12 metadata.name has a wrong form: ".."'],
    ],
    [
      "a namespace that kubectl takes for a boolean",
      `${CONFIG_MAP}  namespace: n\n`,
      ["f.yaml:5:3 metadata.namespace is no text: it needs quotes"],
    ],
    [
      "a wrong namespace",
      `${CONFIG_MAP}  namespace: a/b\n`,
      ['f.yaml:5:3 metadata.namespace has a wrong form: "a/b"'],
    ],
    [
      "a wrong apiVersion",
      "apiVersion: a/b/c\nkind: A\nmetadata: {name: a}\n",
      ['f.yaml:1:1 apiVersion has a wrong form: "a/b/c"'],
    ],
    [
      "a wrong kind",
      "apiVersion: v1\nkind: A/B\nmetadata: {name: a}\n",
      ['f.yaml:2:1 kind has a wrong form: "A/B"'],
    ],
    [
      "a duplicate key",
      `${CONFIG_MAP}data:\n  a: b\n  a: c\n`,
      ['f.yaml:7:3 data: key "a" is written twice'],
    ],
    [
      "two broken documents",
      `${CONFIG_MAP}v: .inf\n---\nkind: A\nmetadata: {name: a}\n`,
      [
        "f.yaml:5:4 v: infinity and not-a-number have no JSON form",
        "f.yaml:7:1 apiVersion is missing",
      ],
    ],
    [
      "an object that is no YAML",
      "apiVersion: v1\nkind: 'A\n",
      ["f.yaml:3:1 not valid YAML: a missing quote, bracket, comma, colon or space"],
    ],
    [
      "a merge conflict",
      `<<<<<<< HEAD\n${CONFIG_MAP}=======\n`,
      [
        "f.yaml:1:1 not valid YAML: a key over more than one line",
        "f.yaml:6:1 not valid YAML: a missing quote, bracket, comma, colon or space",
      ],
    ],
    [
      "a Git LFS pointer",
      "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
      ["f.yaml:1:1 a Git LFS pointer stands in place of the file"],
    ],
    [
      "a raw control character",
      `${CONFIG_MAP}x: a\u0007\n`,
      ["f.yaml:5:5 a control character, which YAML does not take"],
    ],
    [
      "4 MiB and a bit",
      `#${"x".repeat(4 * 1024 * 1024)}`,
      ["f.yaml:1:1 the file is larger than 4 MiB"],
    ],
    [
      "2 Mi characters of 3 bytes",
      `#${"€".repeat(2 * 1024 * 1024)}`,
      ["f.yaml:1:1 the file is larger than 4 MiB"],
    ],
  ])("%s", (_, text, want) => {
    expect(brief(text)).toEqual(want);
  });

  test("4 MiB to the byte are taken", () => {
    expect(brief(`#${"x".repeat(4 * 1024 * 1024 - 1)}`)).toEqual([]);
  });

  test("a file of nothing but mistakes tells the first hundred", () => {
    expect(brief("---\nkind: A\n".repeat(500))).toHaveLength(100);
  });

  test("a text of nothing but syntax errors tells the first twenty", () => {
    expect(brief(`kind: A\n${"]\n".repeat(500)}`)).toHaveLength(20);
  });

  test("5,000 duplicate keys are told as the first hundred", () => {
    expect(brief(`${CONFIG_MAP}data:\n${"  a: b\n".repeat(5_000)}`)).toHaveLength(100);
  });
});

describe("parseFile, keys that are nearly right", () => {
  test.each([
    [
      "all in the wrong case",
      "apiversion: v1\nKind: ConfigMap\nMetadata: {name: a}\n",
      [
        'f.yaml:1:1: unknown key "apiversion" in a Kubernetes object; did you mean "apiVersion"?',
        'f.yaml:2:1: unknown key "Kind" in a Kubernetes object; did you mean "kind"?',
        'f.yaml:3:1: unknown key "Metadata" in a Kubernetes object; did you mean "metadata"?',
      ],
    ],
    [
      "one in the wrong case, and what is missing below it",
      "apiVersion: v1\nkind: A\nMetadata:\n  nam: a\n",
      [
        'f.yaml:3:1: unknown key "Metadata" in a Kubernetes object; did you mean "metadata"?',
        "f.yaml:3:1: metadata.name is missing",
      ],
    ],
    [
      "slips",
      "api_version: v1\nknd: A\nmetdata: {name: a}\n",
      [
        'f.yaml:1:1: unknown key "api_version" in a Kubernetes object; did you mean "apiVersion"?',
        'f.yaml:2:1: unknown key "knd" in a Kubernetes object; did you mean "kind"?',
        'f.yaml:3:1: unknown key "metdata" in a Kubernetes object; did you mean "metadata"?',
      ],
    ],
    [
      "only apiVersion, in the wrong case",
      "ApiVersion: v1\n",
      [
        'f.yaml:1:1: unknown key "ApiVersion" in a Kubernetes object; did you mean "apiVersion"?',
        "f.yaml:1:1: kind is missing",
        "f.yaml:1:1: metadata.name is missing",
      ],
    ],
    [
      "in a list",
      "apiVersion: v1\nKind: List\nitems:\n- {apiVersion: v1, Kind: A, metadata: {name: a}}\n",
      [
        'f.yaml:2:1: unknown key "Kind" in a Kubernetes object; did you mean "kind"?',
        'f.yaml:4:20: unknown key "Kind" in a Kubernetes object; did you mean "kind"?',
      ],
    ],
    [
      "and no YAML",
      "Kind: 'A\n",
      ["f.yaml:2:1: not valid YAML: a missing quote, bracket, comma, colon or space"],
    ],
  ])("%s", (_, text, want) => {
    const parsed = parseFile({ path: "f.yaml", text });
    const told = parsed.ok ? [] : parsed.problems.map(describeProblem);
    expect(told.map((line) => line.replace(/; expected .*/, ""))).toEqual(want);
  });
});
