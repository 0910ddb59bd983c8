import { EmbeddedError } from "../embedded-error.ts";
import { systemCode } from "./system-code.ts";

/** What the system says when a place is not ours to write. */
const CODES = [
  "EACCES",
  "EPERM",
  "EROFS",
  "ENOTDIR",
  "EEXIST",
  "ENOSPC",
  "EDQUOT",
  "EISDIR",
  "ENOENT",
  "ELOOP",
  "ENAMETOOLONG",
];

/** The refusal that an error of the file system stands for; the error itself when it means something else. `where`: `into its folder /x`. */
export function notWritable(error: unknown, where: string): unknown {
  const code = systemCode(error);
  if (code === undefined || !CODES.includes(code)) return error;
  return new EmbeddedError(
    "folder-not-writable",
    `The embedded cluster cannot write ${where} (${code}): make it writable, or set another workDir.`,
    error,
  );
}

/** The refusal of something that stands where a small file of ours should. */
export function noFile(path: string): EmbeddedError {
  return new EmbeddedError(
    "folder-not-writable",
    `The embedded cluster cannot use ${path}, which is no regular file or much too large: remove it, or set another workDir.`,
  );
}
