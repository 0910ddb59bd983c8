import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from "node:fs";

/** Only the owner reads and writes it. */
const MODE = 0o600;

/** The text of a file, or `undefined` when there is none. */
export function readPrivateFile(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Replaces a file as a whole: after a crash there is the old text or the new one. Nobody else may read it. */
export function writePrivateFile(path: string, text: string): void {
  const draft = `${path}.${process.pid}.new`;
  const file = openSync(draft, "w", MODE);
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(draft, path);
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT";
}
