import type { Parsed } from "../../core/problem.ts";
import { findFolder } from "./find-folder.ts";
import { FolderSource } from "./folder-source.ts";

/** A folder of the working tree in place of a repository, opened anew at each call; or what is wrong with its name. */
export async function openFolder(written: string): Promise<Parsed<() => FolderSource>> {
  const found = await findFolder(written);
  return found.ok ? { ok: true, value: () => new FolderSource(found.value) } : found;
}
