import { mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join, posix } from "node:path";
import pLimit from "p-limit";
import type { TreeEntry } from "../../core/manifest/tree-entry.ts";
import { SourceError } from "../../core/source-error.ts";

const FILES_MAX = 50_000;
const BYTES_MAX = 256 * 1024 * 1024;
const WRITES_AT_ONCE = 16;

/** A Git tree to be written out. */
interface Export {
  /** Made by the export. */
  readonly folder: string;
  readonly entries: readonly TreeEntry[];
  readonly readBytes: (blob: string) => Promise<Uint8Array>;
}

/**
 * Writes a Git tree into a folder: plain files and the symlinks that cannot lead out of it. Submodules are left out.
 *
 * @throws {SourceError} `too-large` over 50,000 files or 256 MiB.
 */
export async function exportTree(request: Export): Promise<void> {
  const entries = request.entries.filter(({ kind }) => kind !== "submodule");
  if (entries.length > FILES_MAX) {
    throw new SourceError(
      "too-large",
      `the repository has more than ${FILES_MAX} files, too many to export for kustomize`,
    );
  }
  await mkdir(request.folder, { recursive: true });
  const folders = new Set(entries.map(({ path }) => dirname(path)));
  for (const folder of folders) {
    // oxlint-disable-next-line no-await-in-loop -- thousands at once would exhaust the file handles
    await mkdir(join(request.folder, folder), { recursive: true });
  }
  const budget = { bytesLeft: BYTES_MAX };
  const limit = pLimit(WRITES_AT_ONCE);
  await Promise.all(
    entries.map(async (entry) => await limit(async () => await writeEntry(request, entry, budget))),
  );
}

async function writeEntry(
  request: Export,
  entry: TreeEntry,
  budget: { bytesLeft: number },
): Promise<void> {
  const bytes = await request.readBytes(entry.oid);
  Object.assign(budget, { bytesLeft: budget.bytesLeft - bytes.length });
  if (budget.bytesLeft < 0) {
    throw new SourceError(
      "too-large",
      `the repository has more than ${BYTES_MAX} bytes, too many to export for kustomize`,
    );
  }
  const path = join(request.folder, entry.path);
  if (entry.kind === "file") {
    await writeFile(path, bytes);
    return;
  }
  const target = Buffer.from(bytes).toString("utf8");
  if (staysInside(entry.path, target)) await symlink(target, path);
}

/**
 * Whether a symlink cannot lead out of the tree, whatever other symlinks its target passes through: `..` may stand only
 * in front, where it climbs real folders.
 */
function staysInside(path: string, target: string): boolean {
  if (target === "" || target.startsWith("/") || target.includes("\0")) return false;
  const parts = target.split("/").filter((part) => part !== "" && part !== ".");
  const climbs = parts.findIndex((part) => part !== "..");
  const names = climbs === -1 ? [] : parts.slice(climbs);
  const depth = posix
    .dirname(path)
    .split("/")
    .filter((part) => part !== ".").length;
  return !names.includes("..") && parts.length - names.length <= depth;
}
