import fs from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { add, commit } from "isomorphic-git";

interface FilesToCommit {
  readonly message: string;
  /** Path in the work tree to text. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Writes files into a work tree and commits everything in it, in the name that the repository's own config holds.
 *
 * @returns the commit's id.
 */
export async function commitFiles(
  repository: string,
  { message, files }: FilesToCommit,
): Promise<string> {
  await Promise.all(
    [...files].map(async ([path, text]) => {
      await mkdir(dirname(join(repository, path)), { recursive: true });
      await writeFile(join(repository, path), text);
    }),
  );
  await add({ fs, dir: repository, filepath: "." });
  return commit({ fs, dir: repository, message });
}
