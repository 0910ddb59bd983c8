import type {
  BlockerStatus,
  DriftStatus,
  FightStatus,
  OrphanStatus,
  RestartStatus,
  SkipStatus,
} from "./status-document.ts";

/**
 * What the ledger says of one stack. Redacted and bounded already. It holds no time of its making: equal
 * facts give equal files.
 */
export interface DriftReport {
  /** Of the published schema; fields are added, never changed. */
  readonly version: 1;
  readonly cluster: string;
  readonly stack: string;
  /** The commit against which was looked; empty before the first one. */
  readonly revision: string;
  /** `none`: the last look found no drift; `entries` then says what came and went since the report before. */
  readonly drift: "found" | "none";
  /** Sorted by object, path, manager, live value; that is an entry's identity. */
  readonly entries: readonly ReportEntry[];
  /** Entries left out because a report holds at most 1,000 and 2 MiB of them; the newest are kept. */
  readonly dropped: number;
  /** How much of the other lists was left out, by the list's name: each holds at most 1,000 items and 256 KiB. Left out when nothing was. */
  readonly omitted?: Readonly<Record<string, number>>;
  /** Differences that a rule ignores. */
  readonly ignored: readonly DriftStatus[];
  readonly held: readonly HeldObject[];
  /** Gates that were let open although a version is unknown (`unknownVersion: allow`); left out when there is none. */
  readonly overrides?: readonly { readonly id: string; readonly message: string }[];
  /** Objects that nobody writes, because a person says so on them; left out when there is none. */
  readonly skipped?: readonly ({ readonly id: string } & SkipStatus)[];
  /** Those of the past as well. */
  readonly fights: readonly FightStatus[];
  /** Objects of the stack that Git no longer has; they cause no commit, and are left out when there is none. */
  readonly orphans?: readonly Pick<OrphanStatus, "id" | "action" | "reason">[];
  /** Restarts because a Secret or ConfigMap changed, the newest first; they cause no commit, and are left out when there is none. */
  readonly restarts?: readonly RestartStatus[];
  /** The objects of the graph, sorted by tier and id. */
  readonly tiers: readonly { readonly id: string; readonly tier: number }[];
}

export interface ReportEntry extends DriftStatus {
  /** `open`: found by the last look and still there. `reverted`: by us. `gone`: ended without us. */
  readonly state: "open" | "reverted" | "gone";
}

export interface HeldObject {
  readonly id: string;
  readonly tier: number;
  readonly blockers: readonly BlockerStatus[];
  /** It waits for itself, and how a person ends that; left out where it does not. */
  readonly deadlock?: string;
}
