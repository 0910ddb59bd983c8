import fs from "node:fs";
import { access, cp, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { add, commit, init } from "isomorphic-git";

/** Who makes the first commit of an example repository. */
const AUTHOR = { name: "Lockstep", email: "lockstep@localhost" };

/**
 * Makes a local repository from a folder of manifests, with one commit on `branch`, for trying Lockstep without a forge.
 *
 * @returns whether it was made: a folder that is there already is left alone.
 */
export async function seedRepository(seed: {
  readonly repository: string;
  readonly manifests: string;
  readonly branch: string;
}): Promise<boolean> {
  if ((await exists(seed.repository)) || !(await exists(seed.manifests))) return false;
  const dir = seed.repository;
  await mkdir(dir, { recursive: true });
  await cp(seed.manifests, dir, { recursive: true });
  await init({ fs, dir, defaultBranch: seed.branch });
  await add({ fs, dir, filepath: "." });
  await commit({ fs, dir, message: "Add the example stack", author: AUTHOR });
  return true;
}

async function exists(path: string): Promise<boolean> {
  return access(join(path)).then(
    () => true,
    () => false,
  );
}
