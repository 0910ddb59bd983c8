import { stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { StackConfig } from "../../core/config/agent-config.ts";
import type { Parsed } from "../../core/problem.ts";
import type { WorkTreePort } from "../../ports/work-tree-port.ts";
import { findFolder } from "./find-folder.ts";
import { openWorkTree } from "./open-work-tree.ts";
import { typedPath } from "./typed-path.ts";

/**
 * The files of a working tree: of the folder that a person typed, else of the first source that is a folder with checked-out files
 * (not a bare repository), else of the working directory.
 */
export async function chooseWorkTree(
  stacks: readonly StackConfig[],
  typed: string | undefined,
  {
    configFolder,
    workingFolder,
  }: { readonly configFolder: string; readonly workingFolder: string },
): Promise<Parsed<WorkTreePort>> {
  const sources = stacks.map(async ({ source }) => findCheckedOut(source.url, configFolder));
  const own = (await Promise.all(sources)).find((each) => each !== undefined);
  const found = await findFolder(typed ?? own ?? ".");
  return found.ok
    ? { ok: true, value: openWorkTree(found.value, typedPath(found.value, workingFolder)) }
    : found;
}

async function findCheckedOut(url: string, configFolder: string): Promise<string | undefined> {
  if (/^[a-z][a-z0-9+.-]*:/i.test(url)) return undefined;
  const folder = resolve(configFolder, url);
  try {
    await stat(join(folder, ".git"));
    return folder;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : "";
    if (code === "ENOENT" || code === "ENOTDIR" || code === "EACCES") return undefined;
    throw error;
  }
}
