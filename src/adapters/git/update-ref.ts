import { type FileHandle, mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { SourceError } from "../../core/source-error.ts";
import { readPackedRefs, readRef } from "./read-ref.ts";

/** A branch to be moved from the commit it is expected at. */
interface RefUpdate {
  readonly gitdir: string;
  readonly ref: string;
  /** `undefined`: the ref must not exist. */
  readonly expected: string | undefined;
  readonly value: string;
}

/**
 * Moves a ref of a local repository as git does: `<ref>.lock` made exclusively, the ref read again under it, the new
 * value written and renamed into place. `moved`: it is locked or no longer where it was expected.
 *
 * @throws {SourceError} `push-refused` when a branch of that name cannot be, because another one is a folder on its way.
 * @see https://git-scm.com/docs/api-lockfile
 */
export async function updateRef(update: RefUpdate): Promise<"updated" | "moved"> {
  await refusePackedConflict(update);
  const path = join(update.gitdir, update.ref);
  const lock = `${path}.lock`;
  const file = await openLock(lock, update.ref);
  if (file === undefined) return "moved";
  try {
    if ((await readRef(update.gitdir, update.ref)) !== update.expected) return "moved";
    await file.writeFile(`${update.value}\n`);
    await file.sync();
    await rename(lock, path);
    return "updated";
  } catch (error) {
    switch (codeOf(error)) {
      case "EISDIR":
      case "ENOTEMPTY":
      case "EEXIST":
        throw inTheWay(update.ref);
      default:
        throw error;
    }
  } finally {
    await file.close();
    // After the rename there is none; otherwise it is ours.
    await rm(lock, { force: true });
  }
}

async function openLock(lock: string, ref: string): Promise<FileHandle | undefined> {
  try {
    await mkdir(dirname(lock), { recursive: true });
    return await open(lock, "wx");
  } catch (error) {
    switch (codeOf(error)) {
      case "ENOENT":
        // git removed the empty folder between our two calls.
        return undefined;
      case "EEXIST":
        if (error instanceof Error && "syscall" in error && error.syscall === "open") {
          return undefined;
        }
        throw inTheWay(ref);
      case "ENOTDIR":
        throw inTheWay(ref);
      default:
        throw error;
    }
  }
}

/** Loose refs collide as files and folders do; packed ones are lines and must be compared. */
async function refusePackedConflict(update: RefUpdate): Promise<void> {
  const packed = [...(await readPackedRefs(update.gitdir)).keys()];
  const isTaken = packed.some(
    (name) => name.startsWith(`${update.ref}/`) || update.ref.startsWith(`${name}/`),
  );
  if (isTaken) throw inTheWay(update.ref);
}

function inTheWay(ref: string): SourceError {
  return new SourceError(
    "push-refused",
    `${ref} cannot be made, a branch whose name is a part of it (or goes on from it) is in the way, rename one`,
  );
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}
