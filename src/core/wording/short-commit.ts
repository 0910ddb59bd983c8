/** The name of a commit, and of nothing that stands in its place, as `working-tree`. */
const COMMIT_NAME = /^[0-9a-f]+$/;

/** A commit as people read it. */
export function shortCommit(commit: string): string {
  if (commit === "") return "no commit";
  return COMMIT_NAME.test(commit) ? commit.slice(0, 7) : commit;
}
