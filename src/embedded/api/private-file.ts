import { readdirSync, renameSync, unlinkSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { noFile, notWritable } from "../store/not-writable.ts";
import { type FoundFile, readRegularFile } from "../store/read-regular-file.ts";

/** Only the owner reads and writes it. */
const MODE = 0o600;

const BYTES_MAX = 1024 * 1024;
/** How the name of a draft goes on. Earlier versions had the number of their process in it. */
const DRAFT = /^(?:\.\d+)?\.new$/;

/** The text of a file, or `undefined` when there is none. @throws {EmbeddedError} when it may not be read, or is no file. */
export function readPrivateFile(path: string): string | undefined {
  const found = readFound(path);
  if (found.kind === "odd") throw noFile(path);
  return found.kind === "file" ? found.bytes.toString("utf8") : undefined;
}

function readFound(path: string): FoundFile {
  try {
    return readRegularFile(path, BYTES_MAX);
  } catch (error) {
    throw notWritable(error, `its file ${path}`);
  }
}

/**
 * Removes what processes left that were killed while they wrote the file. Only for the holder of the folder's lock.
 * @throws {EmbeddedError} when it cannot be removed.
 */
export function sweepDrafts(path: string): void {
  try {
    for (const draft of findDrafts(path)) unlinkSync(draft);
  } catch (error) {
    throw notWritable(error, `its file ${path}`);
  }
}

function findDrafts(path: string): readonly string[] {
  const folder = dirname(path);
  const name = basename(path);
  return readdirSync(folder)
    .filter((entry) => entry.startsWith(`${name}.`) && DRAFT.test(entry.slice(name.length)))
    .map((entry) => join(folder, entry));
}

/**
 * Replaces a file as a whole: after a crash there is the old text or the new one. Nobody else may read it.
 * @throws {EmbeddedError} when it cannot be written.
 */
export function writePrivateFile(path: string, text: string): void {
  const draft = `${path}.new`;
  // What an earlier process left may be open to others, and writing into it would keep that.
  sweepDrafts(path);
  try {
    writeFileSync(draft, text, { mode: MODE, flag: "wx", flush: true });
    renameSync(draft, path);
  } catch (error) {
    sweepDrafts(path);
    throw notWritable(error, `its file ${path}`);
  }
}
