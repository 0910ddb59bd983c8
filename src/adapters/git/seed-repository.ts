import fs from "node:fs";
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { add, commit, init } from "isomorphic-git";
import { EXAMPLE_HISTORY, type ExampleCommit } from "./example-history.ts";

/** Who makes the commits of an example repository. */
const AUTHOR = { name: "Lockstep", email: "lockstep@localhost" };

interface Seed {
  readonly repository: string;
  readonly manifests: string;
  readonly branch: string;
}

/**
 * Makes a local repository from a folder of manifests, with a short history on `branch` that ends in the manifests as they
 * are, for trying Lockstep without a forge. It is made aside and moved into its place, so that a process that dies in
 * between leaves none that is half made.
 *
 * @returns whether it was made: a folder that is there already is left alone.
 */
export async function seedRepository({ repository, manifests, branch }: Seed): Promise<boolean> {
  if ((await exists(repository)) || !(await exists(manifests))) return false;
  const files = await readFiles(manifests);
  const dir = `${repository}.new`;
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir, { recursive: true });
  await init({ fs, dir, defaultBranch: branch });
  for (const each of EXAMPLE_HISTORY) {
    // oxlint-disable-next-line no-await-in-loop -- commits follow each other
    await commitFiles(dir, each, files);
  }
  await rename(dir, repository);
  return true;
}

async function commitFiles(
  dir: string,
  { message, edit }: ExampleCommit,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  const edited = [...files].flatMap(([path, text]) => {
    const content = edit(path, text);
    return content === undefined ? [] : [{ path, content }];
  });
  await Promise.all(
    edited.map(async ({ path, content }) => {
      await mkdir(dirname(join(dir, path)), { recursive: true });
      await writeFile(join(dir, path), content);
    }),
  );
  await add({ fs, dir, filepath: "." });
  await commit({ fs, dir, message, author: AUTHOR });
}

/** By path relative to the folder. */
async function readFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(paths.map(async (path) => readFile(path, "utf8")));
  return new Map(paths.map((path, index) => [path.slice(folder.length + 1), texts[index] ?? ""]));
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
