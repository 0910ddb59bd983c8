import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { systemCode } from "./system-code.ts";

/** What stands at a path. */
export type FoundFile =
  | { readonly kind: "absent" }
  /** A folder, a pipe, a socket, a device, or a file that is larger than it can be. */
  | { readonly kind: "odd" }
  | { readonly kind: "file"; readonly bytes: Buffer; readonly changedMs: number };

/** Reads a file whole once it is known to be one and not too large: a pipe would never end. Errors of the file system as they come. */
export function readRegularFile(path: string, bytesMax: number): FoundFile {
  const file = openToRead(path);
  if (typeof file !== "number") return file;
  try {
    const found = fstatSync(file);
    if (!found.isFile() || found.size > bytesMax) return { kind: "odd" };
    return { kind: "file", bytes: readFileSync(file), changedMs: found.mtimeMs };
  } finally {
    closeSync(file);
  }
}

function openToRead(path: string): number | FoundFile {
  try {
    // Without the second flag this would wait for somebody to write into a pipe.
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    const code = systemCode(error);
    if (code === "ENOENT") return { kind: "absent" };
    if (code === "ENXIO") return { kind: "odd" };
    throw error;
  }
}
