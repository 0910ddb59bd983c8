import { readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { PAGE_SCRIPTS } from "../../../src/web/read-page-assets.ts";

const SRC = join(import.meta.dirname, "../../../src");
const IMPORTED = /^import (?!type )[^;]*?"([^"]+)";/gm;

/** The module and all that it imports at run time, below `src`. */
function modulesFrom(path: string, known: string[] = []): string[] {
  if (known.includes(path)) return known;
  const imports = [...readFileSync(join(SRC, path), "utf8").matchAll(IMPORTED)].map(
    ([, to = ""]) => to,
  );
  let all = [...known, path];
  for (const to of imports) all = modulesFrom(relative(SRC, join(SRC, dirname(path), to)), all);
  return all;
}

const modules = modulesFrom("web/page/page.ts");

test("what the page's script imports is served, and nothing else", () => {
  expect([...PAGE_SCRIPTS].toSorted()).toEqual(
    modules.map((path) => path.replace(/\.ts$/, ".js")).toSorted(),
  );
});

test("the page's script imports from core and web alone", () => {
  expect(modules.filter((path) => !/^(?:core|web)\//.test(path))).toEqual([]);
});
