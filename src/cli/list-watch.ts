import type { StackStatus } from "../core/report/status-document.ts";
import { ageText } from "./age-text.ts";
import { findingLine } from "./finding-line.ts";
import type { Line } from "./line.ts";

/** What ends the sentence of a status that nobody keeps up to date: `, as of 3h ago`. */
export function watchAge({ watch }: Pick<StackStatus, "watch">, nowMs: number): string {
  if (watch === undefined || watch.state === "watched") return "";
  const age = ageText(watch.asOf, nowMs);
  return age === "" ? "" : `, as of ${age} ago`;
}

/** That nobody keeps a status up to date. */
export function listWatch({ watch }: Pick<StackStatus, "watch">): readonly Line[] {
  switch (watch?.state) {
    case undefined:
    case "watched":
      return [];
    case "unwatched": {
      const text =
        "no agent holds the stack's Lease: what changed since then is not in here, and is not taken back";
      return [findingLine("unwatched", text, "wait")];
    }
    case "unknown": {
      const text =
        "the stack's Lease cannot be read, so nobody knows whether an agent keeps this up to date";
      return [findingLine("unwatched", text, "wait")];
    }
  }
}
