import { SourceError } from "../../core/source-error.ts";

/** What the system says when a folder cannot be written, whatever the program does. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ["EACCES", "it may not be written"],
  ["EPERM", "it may not be written"],
  ["EROFS", "it is read-only"],
  ["ENOTDIR", "a part of its path is a file"],
  ["ELOOP", "a part of its path is a link to itself"],
  ["ENAMETOOLONG", "its path is too long"],
  ["ENOSPC", "the disk is full"],
  ["EDQUOT", "the quota of the disk is used up"],
  ["EFBIG", "a file may not become so large"],
  ["EIO", "the disk does not answer rightly"],
  ["ESTALE", "the disk of another machine is gone"],
  ["EMFILE", "this process has too many open files"],
  ["ENFILE", "the machine has too many open files"],
]);

/**
 * What the system answered on the work folder, as a refusal; anything unknown comes back as it is.
 *
 * @param folder In the agent's work folder.
 */
export function translateFileError(error: unknown, folder: string): unknown {
  if (!(error instanceof Error) || !("code" in error)) return error;
  const code = String(error.code);
  const reason = REASONS.get(code) ?? (isUnmakeable(error) ? "it cannot be made" : undefined);
  if (reason === undefined) return error;
  return new SourceError("no-work-folder", `the work folder ${folder}: ${reason} (${code})`, error);
}

/** A folder in a file system that holds none but its own, such as `/proc`. */
function isUnmakeable(error: Error & { readonly code: unknown }): boolean {
  return error.code === "ENOENT" && "syscall" in error && error.syscall === "mkdir";
}
