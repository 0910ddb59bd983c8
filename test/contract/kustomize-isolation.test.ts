import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BuiltKustomization } from "../../src/ports/source-port.ts";
import { buildFiles, writeProgram } from "../support/kustomize-builds.ts";

const BUILTIN = "apiVersion: builtin\nkind: PatchTransformer\nmetadata: { name: p }\n";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "kustomize-"));
});
afterAll(async () => {
  await rm(root, { recursive: true, force: true });
});

describe("what is never given to the program", { timeout: 60_000 }, () => {
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
    const program = await writeProgram(join(root, "bin"), 'touch "$0.ran"');
    const built = await build({ files, folder: "app", searchPath: program });
    expect(built.kind === "failed" ? built.message : "built").toMatch(
      /^(app|base)\/.*kustomization/,
    );
    expect(existsSync(join(program, "kustomize.ran"))).toBe(false);
  });

  test("an environment, a PATH with git, stdin, or a symlink that leads out", async () => {
    const program = await writeProgram(
      join(root, "bin-env"),
      '/usr/bin/env; echo "ARGS $*"; /usr/bin/find "$2" -printf \'%P %y\\n\'; /bin/cat',
    );
    const files = {
      "kustomization.yaml": "resources: [a.yaml]",
      "a.yaml": "kind: ConfigMap",
      "d/inside": { symlink: "../a.yaml" },
      "d/out": { symlink: "../../a" },
      "d/e": { symlink: "." },
      "d/tricky": { symlink: "e/../../x" },
      absolute: { symlink: "/etc/passwd" },
    };
    const built = await build({ files, folder: ".", searchPath: program });
    const text = built.kind === "built" ? built.text : "";
    const names = text
      .match(/^[A-Z_]+(?==)/gm)
      ?.filter((name) => !["PWD", "SHLVL", "_"].includes(name));
    expect(names?.toSorted()).toEqual(["HOME", "HTTPS_PROXY", "HTTP_PROXY", "PATH", "TMPDIR"]);
    expect(text).toMatch(/^PATH=\S+\/empty$/m);
    expect(text).toMatch(/^ARGS build \S+ --load-restrictor=LoadRestrictionsRootOnly$/m);
    expect(text.match(/^\S* [fl]$/gm)?.toSorted()).toEqual([
      "a.yaml f",
      "d/e l",
      "d/inside l",
      "kustomization.yaml f",
    ]);
  });
});

async function build(request: {
  readonly files: Parameters<typeof buildFiles>[0]["files"];
  readonly folder: string;
  readonly searchPath: string;
}): Promise<BuiltKustomization> {
  return await buildFiles({ ...request, workFolder: join(root, "work") });
}
