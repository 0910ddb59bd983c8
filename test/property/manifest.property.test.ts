import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assembleManifests } from "../../src/core/manifest/assemble-manifests.ts";
import { base64Of } from "../../src/core/manifest/base64-of.ts";
import { parseFile } from "../../src/core/manifest/parse-file.ts";
import { parseYaml } from "../../src/core/manifest/parse-yaml.ts";
import { resolveSymlink } from "../../src/core/manifest/resolve-symlink.ts";
import { selectFiles } from "../../src/core/manifest/select-files.ts";
import type { TreeEntry } from "../../src/core/manifest/tree-entry.ts";
import type { WrittenManifest } from "../../src/core/manifest/written-manifest.ts";
import { runs } from "../support/property-runs.ts";

/** Pieces that make YAML break in many ways when they are put together at random. */
const piece = fc.constantFrom(
  ..."apiVersion: v1\n|kind: A\n|metadata: {name: a}\n|metadata:\n  name: b\n|---\n|...\n|- |? |: |  |\n|\t|[|]|{|}|,|'|\"|&a |*a|<<: |<<: *a\n|!!int |!x |%YAML 1.2\n|%TAG |# c\n|>-\n|@|\\x|null|yes|0644|.inf|items: |kind: List\n|stringData: |\u{0}|\u{FEFF}|\u{D800}|=".split(
    "|",
  ),
  "|\n",
);
const yamlLike = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(""));
const anyText = fc.oneof(yamlLike, fc.string({ unit: "binary", maxLength: 60 }), fc.json());

describe("the law: nothing throws on arbitrary YAML text", () => {
  test("parseFile tells a place in the file with each problem", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const parsed = parseFile({ path: "f.yaml", text: `kind: ${text}` });
        const places = parsed.ok ? [] : parsed.problems.map(({ where }) => where);
        expect(places.filter((where) => !/^f\.yaml:[1-9]\d*:[1-9]\d*$/.test(where))).toEqual([]);
      }),
      runs(400),
    );
  });

  test("an object whose keys are in any other case is a problem that names the right key", () => {
    const keys = ["apiVersion", "kind", "metadata"] as const;
    const cased = fc.tuple(...keys.map((key) => fc.mixedCase(fc.constant(key))));
    fc.assert(
      fc.property(cased, ([apiVersion = "", kind = "", metadata = ""]) => {
        const text = `${apiVersion}: v1\n${kind}: A\n${metadata}: {name: a}\n`;
        const parsed = parseFile({ path: "f.yaml", text });
        const wrong = keys.filter((key, index) => [apiVersion, kind, metadata][index] !== key);
        expect(parsed.ok ? [] : parsed.problems.map(({ expected }) => expected)).toEqual(
          wrong.map((key) => `did you mean "${key}"?`),
        );
      }),
      runs(100),
    );
  });

  test("a file is taken, left out or a problem, never dropped", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const parsed = parseFile({ path: "f.yaml", text });
        const said = parsed.ok
          ? [...parsed.value.manifests, ...parsed.value.lints, ...parsed.value.leftOut]
          : parsed.problems;
        expect(said).not.toEqual([]);
      }),
      runs(400),
    );
  });

  test("what parseYaml gives is JSON", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        for (const { value } of parseYaml(text)) {
          expect(JSON.parse(JSON.stringify(value))).toEqual(value);
        }
      }),
      runs(300),
    );
  });

  test("selectFiles takes any ignore file, kustomization and link", () => {
    const path = fc.constantFrom(
      "a.yaml",
      "b/a.yaml",
      "b/c/d.json",
      "link",
      "b/link.yaml",
      "b c/[x].yml",
    );
    fc.assert(
      fc.property(
        fc.uniqueArray(path),
        fc.string({ unit: "grapheme" }),
        fc.string(),
        (paths, text, target) => {
          const entries: readonly TreeEntry[] = [
            ...paths.map((each) => ({
              path: each,
              kind: each.includes("link") ? ("symlink" as const) : ("file" as const),
              oid: each,
            })),
            { path: ".lockstepignore", kind: "file", oid: "i" },
            { path: "k/kustomization.yaml", kind: "file", oid: "k" },
          ];
          const selected = selectFiles(entries, {
            path: ".",
            reportsPath: "reports",
            textOf: (each) => (each.includes("link") ? target : text),
          });
          const unknown = selected.ok
            ? selected.value.plain.filter(
                ({ path: each }) => !paths.some((known) => known === each),
              )
            : [];
          expect(unknown).toEqual([]);
        },
      ),
      runs(200),
    );
  });
});

test("JSON text means in YAML what it means in JSON", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom(0, 2, "\t"), (json, indent) => {
      const text = JSON.stringify(json, null, indent);
      // Integers that need more than 53 bits are refused.
      fc.pre(!/(?:^|[[,:\s-])\d{16,}(?:[\],}\s]|$)/.test(text));
      const [document] = parseYaml(text);
      expect(document?.problems).toEqual([]);
      expect(document?.value).toEqual(JSON.parse(text));
    }),
    runs(100),
  );
});

test("base64Of agrees with Node", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      expect(base64Of(text)).toBe(Buffer.from(text, "utf8").toString("base64"));
    }),
  );
});

const writtenManifest: fc.Arbitrary<WrittenManifest> = fc
  .record({
    kind: fc.constantFrom("ConfigMap", "Namespace", "Thing"),
    namespace: fc.constantFrom("", "n", "shop"),
    name: fc.constantFrom("a", "b", "c", "d"),
    file: fc.constantFrom("x.yaml", "y.yaml", "z/x.yaml"),
    line: fc.integer({ min: 1, max: 1_000 }),
  })
  .map(({ kind, namespace, name, file, line }) => ({
    id: { group: "", kind, namespace, name },
    apiVersion: "v1",
    body: { apiVersion: "v1", kind, metadata: { name, namespace } },
    place: { file, line, column: 1 },
  }));

test("the desired state does not depend on the order of files", () => {
  const revision = fc.uniqueArray(writtenManifest, {
    maxLength: 6,
    selector: ({ place }) => `${place.file}:${String(place.line)}`,
  });
  const shuffled = revision.chain((written) =>
    fc.tuple(
      fc.constant(written),
      fc.shuffledSubarray([...written], { minLength: written.length, maxLength: written.length }),
    ),
  );
  const options = {
    defaultNamespace: "shop",
    scopeOf: () => undefined,
    ownObjects: new Set<never>(),
  };
  fc.assert(
    fc.property(shuffled, ([written, again]) => {
      expect(assembleManifests(again, options)).toEqual(assembleManifests(written, options));
    }),
  );
});

test("a resolved symlink is a plain path inside the repository", () => {
  const step = fc.constantFrom("a", "b", "..", ".", "", "c.yaml");
  const path = fc.array(fc.constantFrom("a", "b"), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(path, fc.array(step, { maxLength: 6 }), (steps, target) => {
      const found = resolveSymlink({ path: steps.join("/"), target: target.join("/") });
      if (found === undefined || found === ".") return;
      expect(found.split("/").filter((each) => ["", ".", ".."].includes(each))).toEqual([]);
    }),
  );
});
