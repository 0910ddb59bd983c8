import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { notWritable } from "../store/not-writable.ts";
import { systemCode } from "../store/system-code.ts";

/** Only the owner reads and writes it. */
const MODE = 0o600;

/** The text of a file, or `undefined` when there is none. @throws {EmbeddedError} when it may not be read. */
export function readPrivateFile(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw notWritable(error, `its file ${path}`);
  }
}

/**
 * Replaces a file as a whole: after a crash there is the old text or the new one. Nobody else may read it.
 * @throws {EmbeddedError} when it cannot be written.
 */
export function writePrivateFile(path: string, text: string): void {
  const draft = `${path}.new`;
  // Only the holder of the folder's lock writes. What an earlier one left when it was killed may be open to others.
  rmSync(draft, { force: true });
  try {
    writeFileSync(draft, text, { mode: MODE, flag: "wx", flush: true });
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    throw notWritable(error, `its file ${path}`);
  }
}
