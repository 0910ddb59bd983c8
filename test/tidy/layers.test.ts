import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";

/** The architecture: which folder of `src` may import which. `main.ts` joins them all. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  core: [],
  ports: ["core"],
  adapters: ["core", "ports"],
  agent: ["core", "ports"],
  cli: ["core", "ports", "agent"],
  web: ["core", "ports", "agent"],
  embedded: ["core"],
};

/** What the embedded cluster may know of the core: words and syntax, nothing that decides. The real API server judges it. */
const EMBEDDED_CORE = ["core/object", "core/manifest", "core/ownership"];

/**
 * The parts of the embedded cluster, lowest first: which folder may import which. `words` are the files beside the folders, but
 * for the joiners, which put the parts together and are imported by nobody else.
 */
const EMBEDDED_PARTS: Readonly<Record<string, readonly string[]>> = {
  words: [],
  store: ["words"],
  schema: ["words"],
  ownership: ["words", "schema"],
  tables: ["words", "schema"],
  kinds: ["words", "store", "schema", "tables"],
  requests: ["words", "store", "schema", "ownership", "tables", "kinds"],
  api: ["words", "store", "schema", "tables", "kinds", "requests"],
  controllers: ["words", "store", "kinds", "requests"],
  joiners: ["words", "store", "kinds", "requests", "api", "controllers"],
};

const EMBEDDED_JOINERS = ["open-embedded.ts", "seed-cluster.ts", "start-embedded-cluster.ts"];

/** What the core may take from npm: pure libraries that neither read nor write anything. */
const CORE_LIBRARIES = ["yaml", "semver", "zod", "ignore"];

const ROOT = join(import.meta.dirname, "../..");
const SRC = join(ROOT, "src");
const IMPORTED = /^(?:import|export)\s(?:[^;"']*?\sfrom\s)?"([^"]+)";/gm;

function layerOf(file: string): string {
  return relative(SRC, file).split("/")[0] ?? "";
}

/** Which part of the embedded cluster a file belongs to. */
function partOf(file: string): string {
  const [folder = "", ...below] = relative(join(SRC, "embedded"), file).split("/");
  if (below.length > 0) return folder;
  return EMBEDDED_JOINERS.includes(folder) ? "joiners" : "words";
}

function importsOf(file: string): string[] {
  return [...readFileSync(file, "utf8").matchAll(IMPORTED)].map(([, path = ""]) => path);
}

function relativeImportsOf(file: string): string[] {
  return importsOf(file)
    .filter((path) => path.startsWith("."))
    .map((path) => join(dirname(file), path));
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((path) =>
    join(folder, path),
  );
}

const files = filesBelow(SRC).filter((path) => path.endsWith(".ts"));
const layered = files.filter((path) => relative(SRC, path) !== "main.ts");

test.each(layered.map((file) => relative(SRC, file)))(
  "%s imports only what its layer may",
  (path) => {
    const layer = layerOf(join(SRC, path));
    const allowed = [layer, ...(MAY_IMPORT[layer] ?? [])];
    const foreign = relativeImportsOf(join(SRC, path)).filter(
      (target) => !allowed.includes(layerOf(target)),
    );
    expect(foreign.map((target) => relative(SRC, target))).toEqual([]);
  },
);

test("the embedded cluster takes from the core nothing that decides", () => {
  const taken = files
    .filter((file) => layerOf(file) === "embedded")
    .flatMap(relativeImportsOf)
    .filter((target) => layerOf(target) === "core")
    .map((target) => relative(SRC, dirname(target)));
  expect([...new Set(taken)].filter((folder) => !EMBEDDED_CORE.includes(folder))).toEqual([]);
});

const embedded = files.filter((file) => layerOf(file) === "embedded");

test.each(embedded.map((file) => relative(SRC, file)))(
  "%s imports only what its part of the embedded cluster may",
  (path) => {
    const part = partOf(join(SRC, path));
    const allowed = [part, ...(EMBEDDED_PARTS[part] ?? [])];
    const foreign = relativeImportsOf(join(SRC, path)).filter(
      (target) => layerOf(target) === "embedded" && !allowed.includes(partOf(target)),
    );
    expect(foreign.map((target) => relative(SRC, target))).toEqual([]);
  },
);

test("no part of the embedded cluster may import one that stands above it", () => {
  const parts = Object.keys(EMBEDDED_PARTS);
  const upward = Object.entries(EMBEDDED_PARTS).flatMap(([part, allowed]) =>
    allowed.filter((each) => !parts.slice(0, parts.indexOf(part)).includes(each)),
  );
  expect(upward).toEqual([]);
});

test("the observer of the stories on the real server shares nothing with what it judges", () => {
  const observer = filesBelow(join(ROOT, "test/sample/observer"));
  const outside = observer.flatMap(importsOf).filter((path) => !path.startsWith("./"));
  expect([...new Set(outside)].filter((name) => !/^(node:|undici$|zod$)/.test(name))).toEqual([]);
});

test("every folder of src is in the table", () => {
  expect([...new Set(layered.map(layerOf))].filter((layer) => !(layer in MAY_IMPORT))).toEqual([]);
});

test("the core imports pure libraries only", () => {
  const imported = files
    .filter((file) => layerOf(file) === "core")
    .flatMap(importsOf)
    .filter((path) => !path.startsWith("."));
  expect([...new Set(imported)].filter((name) => !CORE_LIBRARIES.includes(name))).toEqual([]);
});

test("nothing is more than two folders below src", () => {
  const tooDeep = files.filter((file) => relative(SRC, file).split("/").length > 3);
  expect(tooDeep.map((file) => relative(SRC, file))).toEqual([]);
});

test("no folder or file is named after no noun", () => {
  const shapeless = /(^|\/)(utils?|helpers?|common|shared|lib|services?|managers?)(\/|\.ts$)/;
  expect(files.map((file) => relative(SRC, file)).filter((path) => shapeless.test(path))).toEqual(
    [],
  );
});

test("only main.ts touches process", () => {
  const touching = layered.filter((file) =>
    /\bprocess\.(env|exit|argv|on|std)/.test(readFileSync(file, "utf8")),
  );
  expect(touching.map((file) => relative(SRC, file))).toEqual([]);
});

test("catch stands only in adapters, agent, web, cli's entry and main.ts", () => {
  const pure = files.filter((file) => ["core", "ports"].includes(layerOf(file)));
  const catching = pure.filter((file) => /\bcatch\b\s*[({]/.test(readFileSync(file, "utf8")));
  expect(catching.map((file) => relative(SRC, file))).toEqual([]);
});

test("ARCHITECTURE.md is at most 150 lines and names every folder of src", () => {
  const text = readFileSync(join(ROOT, "ARCHITECTURE.md"), "utf8");
  expect(text.split("\n").length).toBeLessThanOrEqual(151);
  const folders = [...new Set(layered.map((file) => relative(SRC, dirname(file))))].filter(
    (folder) => !text.includes(folder.split("/").at(-1) ?? folder),
  );
  expect(folders).toEqual([]);
});
