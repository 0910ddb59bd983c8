import type { PullRequest, WantedPullRequest } from "../../ports/forge-port.ts";

/** Which of the pull requests from a branch is meant (`ForgePort.findPullRequest`); they come newest first. */
export function choosePullRequest(
  found: readonly PullRequest[],
  { base, known }: Pick<WantedPullRequest, "base" | "known">,
): PullRequest | undefined {
  const open = found.filter(({ state }) => state === "open");
  return (
    open.find((each) => each.base === base) ??
    open[0] ??
    found.find((each) => each.base === base || each.number === known)
  );
}
