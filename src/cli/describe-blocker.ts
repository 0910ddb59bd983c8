import type { BlockerStatus } from "../core/report/status-document.ts";
import { explainBlocker } from "../core/wording/explain-blocker.ts";
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
  const { reason, since, to } = blocker;
  const words = explainBlocker(blocker);
  const age = ageText(since, nowMs);
  const note = age === "" || age === "0s" ? reason : `${reason}, for ${age}`;
  // An object that others own does not wait: `to` is the object itself.
  return reason === "OwnedByOther"
    ? `${words} (${note})`
    : `waits for ${name(to)}: ${words} (${note})`;
}
