import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { SourceError } from "../../core/source-error.ts";
import { readTextFile } from "./read-ref.ts";

/**
 * The Git folder with the objects and branches of a repository's folder: of a bare repository, a work tree, or a linked work tree.
 *
 * @throws {SourceError} `not-found` when the folder is missing or no repository; `unsupported` for SHA-256, reftable and alternates.
 * @see https://git-scm.com/docs/gitrepository-layout
 */
export async function findGitdir(folder: string): Promise<string> {
  if (!(await isFolder(folder))) {
    throw new SourceError(
      "not-found",
      `the folder ${folder} does not exist: check source.url, paths are relative to the configuration file`,
    );
  }
  const gitdir = await commonFolder(await dotGit(folder));
  const isRepository =
    (await isFolder(join(gitdir, "objects"))) && (await isFolder(join(gitdir, "refs")));
  if (!isRepository) {
    throw new SourceError(
      "not-found",
      `the folder ${folder} is not a Git repository: check source.url, or make it one with git init`,
    );
  }
  await checkFormat(gitdir, folder);
  return gitdir;
}

async function dotGit(folder: string): Promise<string> {
  const inside = join(folder, ".git");
  if (await isFolder(inside)) return inside;
  const target = /^gitdir: (.+)/.exec(await readTextFile(inside))?.[1];
  return target === undefined ? folder : resolve(folder, target.trim());
}

/** A linked work tree keeps objects and branches in the main one. */
async function commonFolder(gitdir: string): Promise<string> {
  const target = (await readTextFile(join(gitdir, "commondir"))).trim();
  return target === "" ? gitdir : resolve(gitdir, target);
}

async function checkFormat(gitdir: string, folder: string): Promise<void> {
  const config = await readTextFile(join(gitdir, "config"));
  if (/^\s*objectformat\s*=\s*sha256\s*$/im.test(config)) {
    throw new SourceError(
      "unsupported",
      `${folder}: SHA-256 repositories are not read, use a SHA-1 repository`,
    );
  }
  if (/^\s*refstorage\s*=\s*reftable\s*$/im.test(config)) {
    throw new SourceError(
      "unsupported",
      `${folder}: reftable repositories are not read, run git refs migrate --ref-format=files`,
    );
  }
  if ((await readTextFile(join(gitdir, "objects/info/alternates"))).trim() !== "") {
    throw new SourceError(
      "unsupported",
      `${folder}: borrows objects from another repository, run git repack -a -d and remove objects/info/alternates`,
    );
  }
}

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    switch (error instanceof Error && "code" in error ? error.code : "") {
      case "ENOENT":
      case "ENOTDIR":
        return false;
      case "EACCES":
      case "EPERM":
        throw new SourceError("forbidden", `${path} cannot be read`, error);
      default:
        throw error;
    }
  }
}
