import { describe, expect, test } from "vitest";
import { isTextNeeded, selectFiles } from "../../../../src/core/manifest/select-files.ts";
import type { TreeEntry } from "../../../../src/core/manifest/tree-entry.ts";

/** A tree as people would draw it: `path`, `path -> target`, `path @` for a submodule, `path: text`. */
function treeOf(lines: readonly string[]): {
  readonly entries: readonly TreeEntry[];
  readonly texts: ReadonlyMap<string, string>;
} {
  const parsed = lines.map((line) => {
    const [, path = "", sign = "", text = ""] = /^(.*?)(?:( -> |: | @)(.*))?$/s.exec(line) ?? [];
    return { path, sign, text };
  });
  const kinds = new Map<string, TreeEntry["kind"]>([
    [" -> ", "symlink"],
    [" @", "submodule"],
  ]);
  return {
    entries: parsed.map(({ path, sign }) => ({ path, kind: kinds.get(sign) ?? "file", oid: path })),
    texts: new Map(parsed.map(({ path, text }) => [path, text])),
  };
}

function brief(
  lines: readonly string[],
  options: { readonly path?: string; readonly reportsPath?: string } = {},
): string {
  const { entries, texts } = treeOf(lines);
  const needed = new Set(entries.filter(isTextNeeded).map(({ path }) => path));
  const selected = selectFiles(entries, {
    path: ".",
    reportsPath: "drift-reports",
    ...options,
    textOf: (path) => (needed.has(path) ? texts.get(path) : undefined),
  });
  if (!selected.ok) {
    return selected.problems.map(({ where, what }) => `${where}: ${what}`).join(" | ");
  }
  const { plain, kustomizeRoots, lints } = selected.value;
  return [
    ...plain.map(({ path, entry }) => (entry.path === path ? path : `${path} = ${entry.path}`)),
    ...kustomizeRoots.map((root) => `build ${root}`),
    ...lints.map(({ where, what }) => `lint ${where}: ${what}`),
  ].join(" | ");
}

const INERT =
  "the kustomization lies inside another one that does not refer to it, and is not built";

describe("selectFiles, plain files", () => {
  test.each([
    {
      title: "by their names",
      lines: ["b.yaml", "a.yml", "c.json", "d.txt", "README.md", "yaml"],
      want: "a.yml | b.yaml | c.json",
    },
    {
      title: "under the path only",
      lines: ["a/x.yaml", "ab/x.yaml", "x.yaml"],
      options: { path: "a" },
      want: "a/x.yaml",
    },
    {
      title: "however the path is written",
      lines: ["a/b/x.yaml", "x.yaml"],
      options: { path: "./a//b/" },
      want: "a/b/x.yaml",
    },
    {
      title: "without reports",
      lines: ["drift-reports/c/s.json", "drift-reports2/x.json"],
      want: "drift-reports2/x.json",
    },
    {
      title: "without reports in a folder",
      lines: ["a/r/s.json", "a/x.json"],
      options: { reportsPath: "a/r" },
      want: "a/x.json",
    },
    {
      title: "a submodule is told",
      lines: ["sub @", "x.yaml"],
      want: "x.yaml | lint sub: a submodule is not read",
    },
    {
      title: "one outside the path is not",
      lines: ["sub @", "a/x.yaml"],
      options: { path: "a" },
      want: "a/x.yaml",
    },
    { title: "none", lines: ["README.md"], want: "" },
  ])("$title", ({ lines, options, want }) => {
    expect(brief(lines, options)).toBe(want);
  });
});

describe("selectFiles, .lockstepignore", () => {
  test.each([
    [
      "a name anywhere",
      [".lockstepignore: values.yaml", "values.yaml", "a/values.yaml", "x.yaml"],
      "x.yaml",
    ],
    [
      "a folder",
      [".lockstepignore: /charts/\n# c\n", "charts/a/x.yaml", "b/charts/x.yaml"],
      "b/charts/x.yaml",
    ],
    ["an exception", [".lockstepignore: *.yaml\n!keep.yaml", "a.yaml", "keep.yaml"], "keep.yaml"],
    [
      "no exception below an ignored folder",
      [".lockstepignore: a/\n!a/keep.yaml", "a/keep.yaml", "b.yaml"],
      "b.yaml",
    ],
    [
      "a deeper file wins",
      [".lockstepignore: *.json", "a/.lockstepignore: !x.json", "a/x.json", "b/x.json"],
      "a/x.json",
    ],
    [
      "no exception from inside an ignored folder",
      [".lockstepignore: a/", "a/.lockstepignore: !x.yaml", "a/x.yaml", "b.yaml"],
      "b.yaml",
    ],
    [
      "a deeper file knows only its folder",
      ["a/.lockstepignore: /x.yaml", "a/x.yaml", "a/b/x.yaml", "x.yaml"],
      "a/b/x.yaml | x.yaml",
    ],
    ["upper and lower case differ", [".lockstepignore: A.yaml", "a.yaml"], "a.yaml"],
    ["a submodule", [".lockstepignore: sub", "sub @", "x.yaml"], "x.yaml"],
    [
      "an ignored kustomization",
      [".lockstepignore: kustomization.yaml", "kustomization.yaml: {}", "x.yaml"],
      "x.yaml",
    ],
  ])("%s", (_, lines, want) => {
    expect(brief(lines)).toBe(want);
  });
});

describe("selectFiles, symlinks", () => {
  test.each([
    ["to a file", ["a.yaml -> b/c.txt", "b/c.txt"], "a.yaml = b/c.txt"],
    ["to a link to a file", ["a.yaml -> b.yaml", "b.yaml -> c", "c"], "a.yaml = c | b.yaml = c"],
    ["upwards inside the repository", ["a/b.yaml -> ../c.txt", "c.txt"], "a/b.yaml = c.txt"],
    [
      "out of the repository",
      ["a/b.yaml -> ../../c"],
      "a/b.yaml: the symlink leaves the repository",
    ],
    ["out of it, whatever its name", ["link -> /etc"], "link: the symlink leaves the repository"],
    [
      "out of it on a second hop",
      ["a.yaml -> b", "b -> ../x"],
      "a.yaml: the symlink leaves the repository | b: the symlink leaves the repository",
    ],
    ["to nothing", ["a.yaml -> b"], "a.yaml: the symlink leads to no file of the stack's folder"],
    [
      "to itself",
      ["a.yaml -> a.yaml"],
      "a.yaml: the symlink leads to no file of the stack's folder",
    ],
    ["to a folder is not followed", ["link -> dir", "dir/x.yaml"], "dir/x.yaml"],
    [
      "an ignored one may lead anywhere",
      [".lockstepignore: link", "link -> /etc", "x.yaml"],
      "x.yaml",
    ],
  ])("%s", (_, lines, want) => {
    expect(brief(lines)).toBe(want);
  });
});

describe("selectFiles, kustomizations", () => {
  test.each([
    [
      "its folder is built, its files are not read",
      ["a/kustomization.yaml: {}", "a/x.yaml", "a/b/y.yaml", "z.yaml"],
      "z.yaml | build a",
    ],
    [
      "all three names",
      ["a/kustomization.yaml: {}", "b/kustomization.yml: {}", "c/Kustomization: {}"],
      "build a | build b | build c",
    ],
    ["in the root", ["kustomization.yaml: {}", "a/x.yaml"], "build ."],
    [
      "a base is no root",
      ["base/kustomization.yaml: {}", "prod/kustomization.yaml: {resources: [../base]}"],
      "build prod",
    ],
    [
      "by way of another base",
      [
        "a/kustomization.yaml: {}",
        "b/kustomization.yaml: {bases: [../a/]}",
        "c/kustomization.yaml: {components: [./../b]}",
      ],
      "build c",
    ],
    [
      "a folder below that is used",
      ["kustomization.yaml: {resources: [a]}", "a/kustomization.yaml: {}"],
      "build .",
    ],
    [
      "a folder below that is not used",
      ["kustomization.yaml: {resources: [x.yaml]}", "a/kustomization.yaml: {}"],
      `build . | lint a: ${INERT}`,
    ],
    [
      "what an unused one refers to stays a root",
      [
        "a/kustomization.yaml: {}",
        "a/off/kustomization.yaml: {resources: [../../b]}",
        "b/kustomization.yaml: {}",
      ],
      `build a | build b | lint a/off: ${INERT}`,
    ],
    [
      "overlays below their base",
      [
        "kustomization.yaml: {}",
        "o/p/kustomization.yaml: {resources: [../..]}",
        "o/q/kustomization.yaml: {resources: [../../]}",
      ],
      "build o/p | build o/q",
    ],
    [
      "a circle is built, so that kustomize names it",
      ["a/kustomization.yaml: {resources: [../b]}", "b/kustomization.yaml: {resources: [../a]}"],
      "build a | build b",
    ],
    ["itself", ["a/kustomization.yaml: {resources: [.]}"], "build a"],
    [
      "one that is no YAML is built, so that kustomize says so",
      ["a/kustomization.yaml: {{ x"],
      "build a",
    ],
    [
      "out of the repository and far away",
      ["a/kustomization.yaml: {resources: [../../x, 'https://example.com//x', 7]}"],
      "build a",
    ],
    ["outside the path", ["kustomization.yaml: {}", "a/x.yaml"], "build ."],
  ])("%s", (_, lines, want) => {
    expect(brief(lines)).toBe(want);
  });

  test("a kustomization above the path does not hide it", () => {
    expect(brief(["kustomization.yaml: {}", "a/x.yaml"], { path: "a" })).toBe("a/x.yaml");
  });
});

test("more than 50,000 files are a problem", () => {
  const lines = Array.from({ length: 50_001 }, (_, index) => `${String(index)}.yaml`);
  expect(brief(lines)).toBe(".: the stack has 50001 files");
  expect(brief(lines.slice(1))).toContain("1.yaml | ");
});
