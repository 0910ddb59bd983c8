/** A commit as people read it. */
export function shortCommit(commit: string): string {
  return commit === "" ? "no commit" : commit.slice(0, 7);
}
