import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { SourceError } from "../../core/source-error.ts";

const SYMBOLIC_STEPS_MAX = 5;

/**
 * The commit that a ref of a Git folder names, loose or packed; `undefined` when there is none.
 *
 * @see https://git-scm.com/docs/gitrepository-layout
 */
export async function readRef(gitdir: string, ref: string): Promise<string | undefined> {
  let name = ref;
  for (let step = 0; step < SYMBOLIC_STEPS_MAX; step += 1) {
    // oxlint-disable-next-line no-await-in-loop -- a symbolic ref names the next one
    const text = await readTextFile(join(gitdir, name));
    const target = /^ref: (refs\/\S+)/.exec(text)?.[1];
    if (target === undefined || target.split("/").includes("..")) {
      const id = /^[0-9a-f]{40}(?=\s*$)/.exec(text)?.[0];
      // oxlint-disable-next-line no-await-in-loop -- the last round
      return id ?? (await readPackedRefs(gitdir)).get(name);
    }
    name = target;
  }
  return undefined;
}

/** Ref name to commit, from the file `packed-refs`. */
export async function readPackedRefs(gitdir: string): Promise<ReadonlyMap<string, string>> {
  const text = await readTextFile(join(gitdir, "packed-refs"));
  const rows = text.matchAll(/^([0-9a-f]{40}) (refs\/\S+)$/gm);
  return new Map([...rows].map(([, id = "", name = ""]) => [name, id]));
}

/** Empty when there is no such file. */
export async function readTextFile(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    switch (error instanceof Error && "code" in error ? error.code : "") {
      case "ENOENT":
      case "ENOTDIR":
      case "EISDIR":
        return "";
      case "EACCES":
      case "EPERM":
        throw new SourceError("forbidden", `${path} cannot be read`, error);
      default:
        throw error;
    }
  }
}
