import { readdir, readFile } from "node:fs/promises";
import { join, relative, sep } from "node:path";

/** The texts of a small folder's files, by path relative to it and with slashes; a repository's own folder is left out. */
export async function readWorkTree(folder: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ file, path: relative(folder, file).replaceAll(sep, "/") }))
    .filter(({ path }) => !path.startsWith(".git/"));
  const texts = await Promise.all(files.map(async ({ file }) => readFile(file, "utf8")));
  return new Map(files.map(({ path }, index) => [path, texts[index] ?? ""]));
}
