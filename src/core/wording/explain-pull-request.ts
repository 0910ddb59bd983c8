import type { PullRequestStatus } from "../report/status-document.ts";
import { countText } from "./count-text.ts";

/** What an open pull request of ours offers, and where. */
export function explainPullRequest({ number, url, offered }: PullRequestStatus): string {
  return `pull request ${number} offers to take ${countText(offered, "change")} into Git: ${url}`;
}
