import { type JsonObject, numberAt, objectAt, textAt } from "../object/json.ts";
import { parseTime } from "../object/parse-time.ts";
import type { Sighting } from "../object/sighting.ts";
import { isOwnEntry } from "../ownership/is-own-entry.ts";
import { readManagerEntries } from "../ownership/read-manager-entries.ts";
import { maskCredentials } from "../report/mask-credentials.ts";
import type { WatchStatus } from "../report/status-document.ts";

/** What tells whether a stored status is that of now. */
export interface WatchSigns {
  /** The stack's Lease (coordination.k8s.io/v1). */
  readonly lease: Sighting;
  /** The stack's parent, which holds the status. */
  readonly parent: JsonObject | undefined;
  /** Our field manager. */
  readonly manager: string;
  readonly nowMs: number;
}

/** Beyond the duration of a Lease, in milliseconds: clocks of machines differ, and a request takes time. */
const SLACK_MS = 30_000;

/**
 * Until when an agent is known to have looked after a stack. One that finds nothing to do writes nothing: that it is there is told by
 * its Lease alone, which it renews every few seconds.
 */
export function assessWatch({ lease, parent, manager, nowMs }: WatchSigns): WatchStatus {
  const writtenAt = lastWriteOf(parent, manager);
  switch (lease.kind) {
    case "unreadable":
      return { state: "unknown", asOf: writtenAt, holder: "" };
    case "absent":
    case "not-served":
      return { state: "unwatched", asOf: writtenAt, holder: "" };
    case "present": {
      const spec = objectAt(lease.object, "spec");
      const renewedAt = textAt(spec, "renewTime") ?? "";
      const holder = holderNow(spec, renewedAt, nowMs);
      if (holder !== "") return { state: "watched", asOf: renewedAt, holder };
      return { state: "unwatched", asOf: laterOf(renewedAt, writtenAt), holder: "" };
    }
  }
}

/** Empty: nobody, or one who has shown no sign of life for longer than the Lease lasts. */
function holderNow(spec: JsonObject | undefined, renewedAt: string, nowMs: number): string {
  const durationMs = (numberAt(spec, "leaseDurationSeconds") ?? 0) * 1_000;
  const endsMs = (parseTime(renewedAt) ?? 0) + durationMs + SLACK_MS;
  return endsMs < nowMs ? "" : maskCredentials(textAt(spec, "holderIdentity") ?? "");
}

function lastWriteOf(parent: JsonObject | undefined, manager: string): string {
  if (parent === undefined) return "";
  return readManagerEntries(parent).entries.find((each) => isOwnEntry(each, manager))?.time ?? "";
}

function laterOf(a: string, b: string): string {
  return (parseTime(a) ?? 0) < (parseTime(b) ?? 0) ? b : a;
}
