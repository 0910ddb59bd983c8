import { randomUUID } from "node:crypto";
import * as files from "node:fs/promises";
import { dirname, join } from "node:path";

/** Git makes its objects read-only; other files are as the umask says. */
const OBJECT_MODE = 0o444;
const FILE_MODE = 0o666;

/**
 * The file system that isomorphic-git writes through: a file appears whole or not at all, so that `kill -9` in the
 * middle leaves no half pack, index or ref. Like git's own default it does not wait for the disk with each object. The
 * temporary names begin with `tmp_`, which `git gc` clears away.
 */
export const atomicFs = { promises: { ...files, writeFile: writeWhole } };

async function writeWhole(path: string, data: Uint8Array | string): Promise<void> {
  const temporary = join(dirname(path), `tmp_obj_${randomUUID()}`);
  const mode = path.includes("/objects/") ? OBJECT_MODE : FILE_MODE;
  try {
    await writeNew(temporary, data, mode);
    await files.rename(temporary, path);
  } catch (error) {
    // On a full disk the half file would take what others gave back.
    await files.rm(temporary, { force: true });
    throw error;
  }
}

async function writeNew(path: string, data: Uint8Array | string, mode: number): Promise<void> {
  const file = await files.open(path, "wx", mode);
  try {
    await file.writeFile(data);
  } finally {
    await file.close();
  }
}
