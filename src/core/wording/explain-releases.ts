import { readablePath } from "../report/readable-path.ts";
import type { ObjectStatus } from "../report/status-document.ts";

/** Paths named in one sentence. */
const PATHS_MAX = 5;

/** What becomes of paths that are given up; empty when there are none. */
export function explainReleases({ releases = [] }: Pick<ObjectStatus, "releases">): string {
  if (releases.length === 0) return "";
  const named = releases.slice(0, PATHS_MAX).map(readablePath).join(", ");
  const more = releases.length > PATHS_MAX ? ` and ${releases.length - PATHS_MAX} more` : "";
  return `${named}${more} left to others from now on`;
}
