import { chmod, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Kustomize } from "../../src/adapters/files/kustomize.ts";
import type { TreeEntry } from "../../src/core/manifest/tree-entry.ts";
import type { BuiltKustomization } from "../../src/ports/source-port.ts";

type Written = Readonly<Record<string, string | { readonly symlink: string }>>;

/** Where to work, where the program is, and what to build. */
interface Build {
  readonly workFolder: string;
  readonly searchPath: string;
  readonly files: Written;
  readonly folder: string;
  readonly timeoutMs?: number;
}

/** Builds one folder of a tree of files, and cleans up. */
export async function buildFiles(request: Build): Promise<BuiltKustomization> {
  const kustomize = new Kustomize(request);
  try {
    return await kustomize.build(requestOf(request.files, request.folder));
  } finally {
    await kustomize.close();
  }
}

/** A build of a tree that is held in memory. */
export function requestOf(files: Written, folder: string): Parameters<Kustomize["build"]>[0] {
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

/** A shell script that stands for kustomize; returns the folder that it is in. */
export async function writeProgram(folder: string, script: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "kustomize"), `#!/bin/sh\n${script}\n`);
  await chmod(join(folder, "kustomize"), 0o755);
  return folder;
}
