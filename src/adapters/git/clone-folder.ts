import { mkdir, readdir, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** An unfinished clone older than this is nobody's. */
const ABANDONED_AFTER_MS = 3_600_000;

/** How many packs a clone has; none when there is no clone. */
export async function countPacks(gitdir: string): Promise<number> {
  const folder = join(gitdir, "objects/pack");
  if (!(await exists(folder))) return 0;
  return (await readdir(folder)).filter((name) => name.endsWith(".idx")).length;
}

/** Removes what a crash left of an unfinished clone beside this one. */
export async function removeAbandoned(gitdir: string): Promise<void> {
  const parent = dirname(gitdir);
  await mkdir(parent, { recursive: true });
  const unfinished = (await readdir(parent)).filter((name) =>
    name.startsWith(`${basename(gitdir)}.new-`),
  );
  for (const name of unfinished) {
    const path = join(parent, name);
    // oxlint-disable-next-line no-await-in-loop -- one at most, after a crash
    if (await isAbandoned(path)) await rm(path, { recursive: true, force: true });
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  return (await stat(path)).mtimeMs < Date.now() - ABANDONED_AFTER_MS;
}

/** Whether the clone was begun. */
export async function isInitialized(gitdir: string): Promise<boolean> {
  return await exists(join(gitdir, "config"));
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
}
