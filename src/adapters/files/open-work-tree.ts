import { readFile, realpath, rename, stat, writeFile } from "node:fs/promises";
import { join, sep } from "node:path";
import type { WorkTreePort } from "../../ports/work-tree-port.ts";

/** Files larger than 4 MiB are no manifests. */
const FILE_BYTES_MAX = 4 * 1024 * 1024;

/** The files below a folder. A way through a link is none: it may lead anywhere. */
export function openWorkTree(root: string, folder: string): WorkTreePort {
  return {
    folder,
    read: async (path) => readOwn(root, path),
    write: async (path, text) => {
      const target = join(root, path);
      const { mode } = await stat(target);
      const beside = `${target}.lockstep-new`;
      await writeFile(beside, text, { mode });
      await rename(beside, target);
    },
  };
}

async function readOwn(root: string, path: string): Promise<string | undefined> {
  try {
    return await readText(root, path);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "ENOENT" || code === "ENOTDIR" || code === "EACCES") return undefined;
    throw error;
  }
}

async function readText(root: string, path: string): Promise<string | undefined> {
  const target = join(root, path);
  const real = await realpath(root);
  if ((await realpath(target)) !== join(real, path.split("/").join(sep))) return undefined;
  const found = await stat(target);
  if (!found.isFile() || found.size > FILE_BYTES_MAX) return undefined;
  const bytes = await readFile(target);
  const text = bytes.toString("utf8");
  // What is no UTF-8 would not be written back as it was.
  return Buffer.from(text, "utf8").equals(bytes) ? text : undefined;
}
