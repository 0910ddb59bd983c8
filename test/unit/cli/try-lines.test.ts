import { expect, test } from "vitest";
import { paintLine } from "../../../src/cli/paint-line.ts";
import { PLAIN } from "../../../src/cli/palette.ts";
import { type Surroundings, tryLines } from "../../../src/cli/try-lines.ts";

const USUAL: Surroundings = {
  kubeconfig: ".lockstep/kubeconfig",
  repository: ".lockstep/repository",
  pageUrl: "http://127.0.0.1:8080",
  branch: "lockstep/demo/example",
  report: "drift-reports/demo/example.md",
};

function text(surroundings: Surroundings): readonly string[] {
  return tryLines(surroundings).map((line) => paintLine(line, PLAIN));
}

test("three commands to copy, each below what it does", () => {
  expect(text(USUAL)).toEqual([
    "",
    "All is in sync; the page is http://127.0.0.1:8080. Three things to try in another terminal:",
    "",
    "  Edit the cluster past Git. It is undone at once, and reported:",
    "    kubectl --kubeconfig .lockstep/kubeconfig -n shop set image deployment/web web=web:9.9.9",
    "  Read the report:",
    "    git -C .lockstep/repository show lockstep/demo/example:drift-reports/demo/example.md",
    "  Take the last commit back: the versions go down, web first. Run it again: up, db first:",
    "    git -C .lockstep/repository revert --no-edit HEAD",
    "",
  ]);
});

test("each line fits a terminal of 100 columns", () => {
  expect(text(USUAL).filter((line) => line.length > 100)).toEqual([]);
});

test("paths that a shell would read otherwise are quoted", () => {
  const odd = { ...USUAL, kubeconfig: "my work/kubeconfig", repository: "it's/$HOME" };
  const commands = text(odd).filter((line) => line.startsWith("    "));
  expect(commands.map((line) => line.trim().split(" -n ")[0])).toEqual([
    "kubectl --kubeconfig 'my work/kubeconfig'",
    String.raw`git -C 'it'\''s/$HOME' show lockstep/demo/example:drift-reports/demo/example.md`,
    String.raw`git -C 'it'\''s/$HOME' revert --no-edit HEAD`,
  ]);
});
