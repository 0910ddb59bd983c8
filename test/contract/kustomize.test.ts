import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Kustomize } from "../../src/adapters/files/kustomize.ts";
import type { BuiltKustomization } from "../../src/ports/source-port.ts";
import { commitFiles } from "../support/git-repository.ts";
import { makeFolderWorld } from "../support/git-world.ts";
import { buildFiles, requestOf, writeProgram } from "../support/kustomize-builds.ts";
import { refusalOf } from "../support/source-texts.ts";

const KUBECTL_FOLDER = "/usr/bin";
const hasKubectl = existsSync(join(KUBECTL_FOLDER, "kubectl"));
if (!hasKubectl) {
  process.stderr.write("kubectl is missing: the builds with the real program are skipped\n");
}

const CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "kustomize-"));
});
afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

describe.runIf(hasKubectl)("with the real program", { timeout: 60_000 }, () => {
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
    const built = await build({ files, folder: "app", searchPath: KUBECTL_FOLDER });
    expect(built.kind === "failed" ? built.message : "built").toMatch(says);
    expect(JSON.stringify(built)).not.toContain(root);
    // A report must not change because the clock did.
    expect(await build({ files, folder: "app", searchPath: KUBECTL_FOLDER })).toEqual(built);
  });
});

describe("limits", { timeout: 60_000 }, () => {
  test("without a program: kustomize-missing, with what to do", async () => {
    const built = build({
      files: { "kustomization.yaml": "" },
      folder: ".",
      searchPath: join(root, "no-such-folder"),
    });
    expect(await refusalOf(built)).toMatch(/^kustomize-missing: .*install/);
  });

  test("a program that hangs is killed with its children: timed-out", async () => {
    const program = join(root, "bin-hang");
    await writeProgram(program, '(/bin/sleep 1; echo >"$0.lived") & /bin/sleep 30');
    const files = { "kustomization.yaml": "resources: []" };
    const built = build({ files, folder: ".", searchPath: program, timeoutMs: 500 });
    await expect(built).rejects.toMatchObject({ code: "timed-out" });
    await new Promise((resolve) => {
      setTimeout(resolve, 1_000);
    });
    expect(existsSync(join(program, "kustomize.lived"))).toBe(false);
  });

  test("endless output is too-large", async () => {
    const program = await writeProgram(join(root, "bin-yes"), "exec /usr/bin/yes");
    await expect(
      build({ files: { "kustomization.yaml": "resources: []" }, folder: ".", searchPath: program }),
    ).rejects.toMatchObject({ code: "too-large" });
  });

  test("the same tree and folder is built once", async () => {
    const program = await writeProgram(join(root, "bin-count"), 'echo x >> "$0.log"; echo "$2"');
    const kustomize = new Kustomize({ workFolder: join(root, "work"), searchPath: program });
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

async function build(request: {
  readonly files: Parameters<typeof buildFiles>[0]["files"];
  readonly folder: string;
  readonly searchPath: string;
  readonly timeoutMs?: number;
}): Promise<BuiltKustomization> {
  return await buildFiles({ ...request, workFolder: join(root, "work") });
}
