import { readablePath } from "../report/readable-path.ts";
import type { DeclinedStatus, PullRequestStatus } from "../report/status-document.ts";
import { countText } from "./count-text.ts";
import type { Naming } from "./name-objects.ts";
import { valueText } from "./value-text.ts";

/** What an open pull request of ours offers, and where. */
export function explainPullRequest({ number, url, offered, base }: PullRequestStatus): string {
  const changes = countText(offered, "change");
  if (base !== undefined) {
    return `pull request ${number} offers to take ${changes} into ${base}, which is not the synced branch: it is left as it is, and nothing else is offered until it is pointed back, merged or closed: ${url}`;
  }
  return `pull request ${number} offers to take ${changes} into Git: ${url}`;
}

/** What people declined, and what makes it be offered again. */
export function explainDeclined(
  { id, path, live, manager, pullRequest, until }: DeclinedStatus,
  name: Naming,
): string {
  const value = live === null ? "gone" : valueText(live);
  const who = manager === "" ? "" : ` by ${manager}`;
  const later = until === undefined ? "" : `, or the same change is made after ${until}`;
  return `${name(id)}: ${readablePath(path)} (${value}${who}) was declined in pull request ${pullRequest}: it is offered again once that one is opened again, or the value is another one${later}`;
}
