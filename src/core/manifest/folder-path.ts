/** The folder of a path, `.` for one in the repository's root. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf("/");
  return slash < 0 ? "." : path.slice(0, slash);
}

/** The folders that a path lies in, the deepest first, `.` last. */
export function foldersAbove(path: string): readonly string[] {
  const folders: string[] = [];
  for (let here = path; here !== "."; here = folderOf(here)) folders.push(folderOf(here));
  return folders;
}

/** Whether `path` is `folder` or lies in it. */
export function isWithin(path: string, folder: string): boolean {
  return folder === "." || path === folder || path.startsWith(`${folder}/`);
}

/** A folder as the config or a kustomization writes it, without `./` and slashes at its ends; `.` for the root. */
export function plainFolder(written: string): string {
  const steps = written.split("/").filter((step) => step !== "" && step !== ".");
  return steps.length === 0 ? "." : steps.join("/");
}
