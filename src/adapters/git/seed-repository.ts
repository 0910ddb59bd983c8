import fs from "node:fs";
import { access, mkdir, mkdtemp, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { init, setConfig } from "isomorphic-git";
import { translateFileError } from "../files/translate-file-error.ts";
import { commitFiles } from "./commit-files.ts";
import { EXAMPLE_HISTORY, type ExampleCommit } from "./example-history.ts";
import { readWorkTree } from "./read-work-tree.ts";

/**
 * Whose name commits of an example repository bear. It stands in the repository's own config, so that `git commit` and
 * `git revert` work in it on a machine on which nobody has told Git who they are.
 */
const AUTHOR = { name: "Example author", email: "author@example.invalid" };

interface Seed {
  readonly repository: string;
  readonly manifests: string;
  readonly branch: string;
}

/**
 * Makes a local repository from a folder of manifests, with a short history on `branch` that ends in the manifests as they
 * are, for trying Lockstep without a forge. It is made aside and moved into its place, so that a process that dies in
 * between leaves none that is half made, and of several that begin at once one is the first.
 *
 * @returns whether it was made: a folder that is there already is left alone.
 * @throws {SourceError} `no-work-folder` when the folder around it cannot be written.
 */
export async function seedRepository(seed: Seed): Promise<boolean> {
  const { repository, manifests } = seed;
  const files = (await isUnmade(seed)) ? await readWorkTree(manifests) : undefined;
  const aside = `${repository}.new`;
  try {
    const isMade = files !== undefined && (await makeAside(seed, { aside, files }));
    // Also what others left that died after they had moved theirs.
    if (await exists(repository)) await removeFolder(aside);
    return isMade;
  } catch (error) {
    throw translateFileError(error, dirname(repository));
  }
}

/** @returns whether ours is the one. */
async function makeAside(
  { repository, branch }: Seed,
  { aside, files }: { readonly aside: string; readonly files: ReadonlyMap<string, string> },
): Promise<boolean> {
  let own: string | undefined;
  try {
    await mkdir(aside, { recursive: true });
    // A folder of its own for each try is for its owner alone; the repository in it is not.
    own = await mkdtemp(join(aside, "try-"));
    const dir = join(own, "repository");
    await mkdir(dir);
    await makeRepository(dir, { branch, files });
    await rename(dir, repository);
    return true;
  } catch (error) {
    // Another process was faster. It took away what was aside, so that any error may have come of it.
    if (await exists(repository)) return false;
    // What failed first is what is told, whatever becomes of its folder.
    if (own !== undefined) await removeFolder(own).catch(() => undefined);
    throw error;
  }
}

async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 10 });
}

/** Whether there is no repository yet, but what one can be made from. */
export async function isUnmade({
  repository,
  manifests,
}: Pick<Seed, "repository" | "manifests">): Promise<boolean> {
  return !(await exists(repository)) && (await exists(manifests));
}

async function makeRepository(
  dir: string,
  { branch, files }: { readonly branch: string; readonly files: ReadonlyMap<string, string> },
): Promise<void> {
  await init({ fs, dir, defaultBranch: branch });
  await setConfig({ fs, dir, path: "user.name", value: AUTHOR.name });
  await setConfig({ fs, dir, path: "user.email", value: AUTHOR.email });
  for (const each of EXAMPLE_HISTORY) {
    // oxlint-disable-next-line no-await-in-loop -- commits follow each other
    await commitFiles(dir, { message: each.message, files: filesOf(each, files) });
  }
}

function filesOf(
  { edit }: ExampleCommit,
  files: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  return new Map(
    [...files].flatMap(([path, text]) => {
      const edited = edit(path, text);
      return edited === undefined ? [] : [[path, edited] as const];
    }),
  );
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
