import ignore from "ignore";
import { folderOf, foldersAbove } from "./folder-path.ts";

/** The name of the files that say which files are no source, in the syntax of `.gitignore`. */
export const IGNORE_FILE = ".lockstepignore";

/**
 * Makes the question "is this path ignored?" of a repository's ignore files. As with Git, a deeper
 * file wins over a higher one, and nothing comes back below an ignored folder.
 *
 * @param files - The text of each ignore file, by the path of the folder that it lies in.
 * @see https://git-scm.com/docs/gitignore
 */
export function findIgnored(files: ReadonlyMap<string, string>): (path: string) => boolean {
  const rules = new Map(
    Array.from(files, ([folder, text]) => [
      folder,
      ignore({ ignorecase: false, allowRelativePaths: true }).add(text),
    ]),
  );
  const folders = new Map<string, boolean>([[".", false]]);

  function decide(path: string, isFolder: boolean): boolean {
    if (isFolderIgnored(folderOf(path))) return true;
    for (const folder of foldersAbove(path)) {
      const relative = folder === "." ? path : path.slice(folder.length + 1);
      const verdict = rules.get(folder)?.test(isFolder ? `${relative}/` : relative);
      if (verdict?.ignored === true || verdict?.unignored === true) return verdict.ignored;
    }
    return false;
  }

  function isFolderIgnored(folder: string): boolean {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const isIgnored = decide(folder, true);
    folders.set(folder, isIgnored);
    return isIgnored;
  }

  return (path) => rules.size > 0 && decide(path, false);
}
