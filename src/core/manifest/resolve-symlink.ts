/**
 * Where a symlink of the repository leads, by text alone: links on the way are not followed.
 *
 * @param link - Path of the link from the repository's root and what it says.
 * @returns A path from the repository's root (`.` for the root itself), or `undefined` when it
 * leaves the repository.
 */
export function resolveSymlink(link: {
  readonly path: string;
  readonly target: string;
}): string | undefined {
  if (link.target.startsWith("/")) return undefined;
  const steps = link.path.split("/").slice(0, -1);
  for (const step of link.target.split("/")) {
    if (step === "" || step === ".") continue;
    if (step !== "..") steps.push(step);
    else if (steps.pop() === undefined) return undefined;
  }
  return steps.length === 0 ? "." : steps.join("/");
}
