import type { BlockerStatus } from "../core/report/status-document.ts";
import { explainHeld } from "../core/wording/explain-held.ts";
import type { Naming } from "../core/wording/name-objects.ts";
import { ageText } from "./age-text.ts";

/**
 * A blocker in words, with its reason code and age:
 * `waits for Elasticsearch/elastic/main: it runs 8.19.2, 9.1.0 wanted (VersionBehind, for 3m)`.
 */
export function describeBlocker(
  blocker: BlockerStatus,
  { name, nowMs }: { readonly name: Naming; readonly nowMs: number },
): string {
  const { reason, since } = blocker;
  const age = ageText(since, nowMs);
  const note = age === "" || age === "0s" ? reason : `${reason}, for ${age}`;
  return `${explainHeld(blocker, name)} (${note})`;
}
