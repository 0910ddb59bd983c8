import { shortCommit } from "./short-commit.ts";

/** What follows from a commit that live objects name and the repository does not give out, and what to do. */
export function explainLostCommit(commit: string, answer: "unreachable" | "lost"): string {
  const what = `commit ${shortCommit(commit)}, which objects in the cluster were last applied from,`;
  switch (answer) {
    case "unreachable":
      return `${what} cannot be read now: these objects are held until the repository answers`;
    case "lost":
      return `${what} is no longer in the repository: what others changed on these objects since cannot be told from what Git changed, so they are applied anew; push that commit again to have such changes reported`;
  }
}
