import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Kustomize } from "../../src/adapters/files/kustomize.ts";
import type { TreeEntry } from "../../src/core/manifest/tree-entry.ts";
import type { BuiltKustomization } from "../../src/ports/source-port.ts";
import { commitFiles } from "../support/git-repository.ts";
import { makeFolderWorld } from "../support/git-world.ts";
import { refusalOf } from "../support/source-texts.ts";

const KUBECTL_FOLDER = "/usr/bin";
const hasKubectl = existsSync(join(KUBECTL_FOLDER, "kubectl"));
if (!hasKubectl)
  process.stderr.write("kubectl is missing: the builds with the real program are skipped\n");

const CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n";
const BUILTIN = "apiVersion: builtin\nkind: PatchTransformer\nmetadata: { name: p }\n";

type Written = Readonly<Record<string, string | { readonly symlink: string }>>;

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "kustomize-"));
});
afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

describe.runIf(hasKubectl)("with the real program", () => {
  test("builds a folder of a commit with a base beside it, and leaves nothing behind", async () => {
    const world = await makeFolderWorld();
    const { folder, url } = await world.makeRepository();
    const commit = await commitFiles(folder, {
      files: {
        "base/kustomization.yaml": "resources: [a.yaml]\n",
        "base/a.yaml": CONFIG_MAP,
        "prod/kustomization.yaml": "namePrefix: prod-\nresources: [../base]\n",
      },
    });
    const workDir = join(world.root, "work");
    const source = world.openSource(url, { workDir, searchPath: KUBECTL_FOLDER });
    const built = await source.buildKustomization({ commit, root: "prod" });
    expect(built).toEqual({ kind: "built", text: CONFIG_MAP.replace("name: a", "name: prod-a") });
    await source.close();
    expect(await readdir(join(workDir, "kustomize"))).toEqual([]);
    await world.close();
  });

  test.each([
    { what: "a missing file", kustomization: "resources: [none.yaml]", says: /none.yaml/ },
    {
      what: "an unknown field",
      kustomization: "resource: [a.yaml]",
      says: /kustomize: .*unknown field/,
    },
    {
      what: "a file outside of its own folder",
      kustomization: "configMapGenerator: [{ name: x, files: [../secret.txt] }]",
      says: /kustomize: .*secret.txt/,
    },
    {
      what: "a Helm chart",
      kustomization: "helmCharts: [{ name: x, repo: oci://example.com/x }]",
      says: /kustomize: .*[Hh]elm/,
    },
    { what: "an exec plugin", kustomization: "generators: [gen.yaml]", says: /kustomize: / },
  ])("$what fails with the program's words", async ({ kustomization, says }) => {
    const files = {
      "app/kustomization.yaml": kustomization,
      "app/a.yaml": CONFIG_MAP,
      "secret.txt": "s",
      "app/gen.yaml":
        'apiVersion: v1\nkind: Exec\nmetadata: { name: x, annotations: { config.kubernetes.io/function: "exec: { path: /bin/sh }" } }\n',
    };
    const built = await build(files, "app");
    expect(built).toEqual({ kind: "failed", message: expect.stringMatching(says) });
    expect(JSON.stringify(built)).not.toContain(root);
    // A report must not change because the clock did.
    expect(await build(files, "app")).toEqual(built);
  });
});

describe("what is never given to the program", () => {
  test.each([
    {
      what: "an https base",
      files: { "app/kustomization.yaml": "resources: ['https://example.com/x.yaml']" },
    },
    {
      what: "an https base in capitals",
      files: { "app/kustomization.yaml": "resources: ['HTTPS:/example.com/x.yaml']" },
    },
    {
      what: "a git base",
      files: { "app/kustomization.yaml": "resources: ['github.com/team/repo//x?ref=main']" },
    },
    {
      what: "an ssh base",
      files: { "app/kustomization.yaml": "bases: ['git@github.com:team/repo.git']" },
    },
    {
      what: "a component",
      files: { "app/kustomization.yaml": "components: ['git::https://example.com/x']" },
    },
    {
      what: "a base of a base",
      files: {
        "app/kustomization.yaml": "resources: [../base]",
        "base/kustomization.yml": "resources: ['ssh://x/y']",
      },
    },
    {
      what: "a remote patch",
      files: { "app/kustomization.yaml": "patches: [{ path: 'https://example.com/p.yaml' }]" },
    },
    {
      what: "a remote data file",
      files: {
        "app/kustomization.yaml":
          "secretGenerator: [{ name: x, files: ['a=https://example.com/p'] }]",
      },
    },
    {
      what: "a remote schema",
      files: { "app/kustomization.yaml": "openapi: { path: 'https://example.com/p' }" },
    },
    {
      what: "an inline transformer",
      files: {
        "app/kustomization.yaml": `transformers:\n- |-\n  ${BUILTIN.replaceAll("\n", "\n  ")}path: http://127.0.0.1/p`,
      },
    },
    {
      what: "a transformer in a file",
      files: {
        "app/kustomization.yaml": "transformers: [t.yaml]",
        "app/t.yaml": `${BUILTIN}path: http://127.0.0.1/p\n`,
      },
    },
    {
      what: "a folder of transformers",
      files: {
        "app/kustomization.yaml": "transformers: [t]",
        "app/t/kustomization.yaml": "resources: [t.yaml]",
        "app/t/t.yaml": `${BUILTIN}path: http://127.0.0.1/p\n`,
      },
    },
    {
      what: "a folder outside",
      files: { "app/kustomization.yaml": "resources: [../../../../../../etc]" },
    },
    {
      what: "a file through a symlink to the outside",
      files: {
        "app/kustomization.yaml": "resources: [link]",
        "app/link": { symlink: "/etc/passwd" },
      },
    },
    {
      what: "a folder whose name hides a URL",
      files: {
        "app/kustomization.yaml": "resources: ['https://x/y']",
        "app/https:/x/y/kustomization.yaml": "resources: []",
      },
    },
    {
      what: "a file that does not parse",
      files: { "app/kustomization.yaml": "resources: [\n a: b" },
    },
  ])("$what", async ({ files }) => {
    const program = await writeProgram("never", 'touch "$0.ran"');
    const built = await build(files, "app", program);
    expect(built).toEqual({
      kind: "failed",
      message: expect.stringMatching(/^(app|base)\/.*kustomization/),
    });
    expect(existsSync(join(program, "kustomize.ran"))).toBe(false);
  });

  test("an environment, a PATH with git, stdin, or a symlink that leads out", async () => {
    const program = await writeProgram(
      "env",
      '/usr/bin/env; echo "ARGS $*"; /usr/bin/find "$2" -printf \'%P %y\\n\'; /bin/cat',
    );
    const files = {
      "kustomization.yaml": "resources: [a.yaml]",
      "a.yaml": CONFIG_MAP,
      "d/inside": { symlink: "../a.yaml" },
      "d/out": { symlink: "../../a" },
      "d/e": { symlink: "." },
      "d/tricky": { symlink: "e/../../x" },
      absolute: { symlink: "/etc/passwd" },
    };
    const built = await build(files, ".", program);
    const text = built.kind === "built" ? built.text : "";
    const names = text
      .match(/^[A-Z_]+(?==)/gm)
      ?.filter((name) => !["PWD", "SHLVL", "_"].includes(name));
    expect(names?.toSorted()).toEqual(["HOME", "HTTPS_PROXY", "HTTP_PROXY", "PATH", "TMPDIR"]);
    expect(text).toMatch(/^ARGS build \S+ --load-restrictor=LoadRestrictionsRootOnly$/m);
    expect(text.match(/^\S* [fl]$/gm)?.toSorted()).toEqual([
      "a.yaml f",
      "d/e l",
      "d/inside l",
      "kustomization.yaml f",
    ]);
  });
});

describe("limits", () => {
  test("without a program: kustomize-missing, with what to do", async () => {
    const built = build({ "kustomization.yaml": "" }, ".", join(root, "no-such-folder"));
    expect(await refusalOf(built)).toMatch(/^kustomize-missing: .*install/);
  });

  test("a program that hangs is killed with its children: timed-out", async () => {
    const program = await writeProgram("hang", "(/bin/sleep 30; echo) & /bin/sleep 30");
    const startMs = Date.now();
    await expect(
      build({ "kustomization.yaml": "resources: []" }, ".", program),
    ).rejects.toMatchObject({ code: "timed-out" });
    expect(Date.now() - startMs).toBeLessThan(5_000);
  });

  test("endless output is too-large", async () => {
    const program = await writeProgram("yes", "exec /usr/bin/yes");
    await expect(
      build({ "kustomization.yaml": "resources: []" }, ".", program),
    ).rejects.toMatchObject({ code: "too-large" });
  });

  test("the same tree and folder is built once", async () => {
    const program = await writeProgram("count", 'echo x >> "$0.log"; echo "$2"');
    const kustomize = makeKustomize(program);
    const request = requestOf(
      { "a/kustomization.yaml": "resources: []", "b/kustomization.yaml": "resources: []" },
      "a",
    );
    const first = await kustomize.build(request);
    expect(await kustomize.build(request)).toEqual(first);
    expect(await kustomize.build({ ...request, root: "b" })).not.toEqual(first);
    expect(await kustomize.build({ ...request, tree: "another" })).not.toEqual(first);
    await kustomize.close();
    expect(existsSync(first.kind === "built" ? first.text.trim() : "/")).toBe(false);
  });
});

async function build(
  files: Written,
  folder: string,
  searchPath = KUBECTL_FOLDER,
): Promise<BuiltKustomization> {
  const kustomize = makeKustomize(searchPath);
  try {
    return await kustomize.build(requestOf(files, folder));
  } finally {
    await kustomize.close();
  }
}

function makeKustomize(searchPath: string): Kustomize {
  return new Kustomize({ workFolder: join(root, "work"), searchPath, timeoutMs: 2_000 });
}

function requestOf(files: Written, folder: string): Parameters<Kustomize["build"]>[0] {
  const entries = Object.entries(files).map(
    ([path, content]): TreeEntry & { readonly text: string } =>
      typeof content === "string"
        ? { path, kind: "file", oid: path, text: content }
        : { path, kind: "symlink", oid: path, text: content.symlink },
  );
  return {
    tree: "one",
    root: folder,
    list: async () => await Promise.resolve(entries),
    readBytes: async (oid) =>
      await Promise.resolve(Buffer.from(entries.find((entry) => entry.oid === oid)?.text ?? "")),
  };
}

async function writeProgram(name: string, script: string): Promise<string> {
  const folder = join(root, `bin-${name}`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "kustomize"), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, "kustomize"), 0o755);
  return folder;
}
