import type { Unadoptable } from "../adopt/adoption.ts";
import type { FightState } from "../drift/list-fights.ts";
import type { Mode } from "../mode.ts";
import type { RedactedValue } from "./redact-value.ts";

/** Reverted drifts that stay in `StackStatus.drift` until newer ones take their place. */
export const DRIFTS_KEPT_MAX = 100;

/** What `--output json`, `/status.json` and the parent object's `status.json` hold. Redacted already. */
export interface StatusDocument {
  readonly stacks: readonly StackStatus[];
}

export interface StackStatus {
  readonly name: string;
  /** The commit in force; empty before the first one. */
  readonly revision: string;
  /** The branch's tip when it is another one than `revision` (its problems are below); else equal to it. */
  readonly tip: string;
  readonly inSync: boolean;
  /** Requests that changed objects of the stack since this run began; in a plan zero. */
  readonly writes: number;
  readonly objects: readonly ObjectStatus[];
  /** What is there first, then what was reverted before, the newest first; bounded. */
  readonly drift: readonly DriftStatus[];
  /** Contested ones first, then the newest; bounded. Those of the past stay. */
  readonly fights: readonly FightStatus[];
  readonly orphans: readonly OrphanStatus[];
  readonly cycles: readonly (readonly string[])[];
  readonly problems: readonly ProblemStatus[];
  readonly lints: readonly { readonly where: string; readonly what: string }[];
  /** Files of the revision in force that hold no Kubernetes object; without the field there are none. */
  readonly leftOut?: LeftOutStatus;
  readonly refusals: readonly RefusalStatus[];
  /** Restarts because a Secret or ConfigMap changed, the newest first; bounded. Without the field there were none. */
  readonly restarts?: readonly RestartStatus[];
  /** The open pull request that offers to take changes of the cluster into Git; without the field there is none. */
  readonly pullRequest?: PullRequestStatus;
  /** What people do not want in Git: not offered again while it is the same; bounded. Without the field there is nothing. */
  readonly declined?: readonly DeclinedStatus[];
  /** A person holds the stack still (`lockstep suspend`): nothing of it is written. */
  readonly suspended?: SuspensionStatus;
  /** Only from `lockstep status`: how old the rest may be. */
  readonly watch?: WatchStatus;
}

/** Whether an agent looks after a stack, and since when nobody is known to do so. */
export interface WatchStatus {
  /** `watched`: an agent holds the Lease of the stack. `unwatched`: nobody does. `unknown`: the Lease cannot be read. */
  readonly state: "watched" | "unwatched" | "unknown";
  /** RFC 3339: the last known sign of an agent, the renewal of the Lease or a write of the status. Empty: none is known. */
  readonly asOf: string;
  /** The process that holds the Lease; empty: nobody, or that is not known. */
  readonly holder: string;
}

/** A pull request of ours. */
export interface PullRequestStatus {
  readonly number: number;
  /** For people. */
  readonly url: string;
  /** Values that its edit takes into Git. */
  readonly offered: number;
  /** The branch that it goes into, where that is not the one that is synced: it is left as it is. */
  readonly base?: string;
}

/** A drift that a pull request of ours offered which was closed without it, or went into another branch. */
export interface DeclinedStatus {
  readonly id: string;
  readonly path: string;
  /** `null`: the cluster has nothing there. Another value is offered anew. */
  readonly live: RedactedValue;
  readonly manager: string;
  /** Its number: opened again, it offers this again. */
  readonly pullRequest: number;
  /** RFC 3339, of one that was taken back: the same change made after that is offered anew. */
  readonly until?: string;
}

/** Workloads that one pass restarted for one source. */
export interface RestartStatus {
  /** The id of the Secret or ConfigMap. */
  readonly source: string;
  readonly consumers: readonly string[];
  /** RFC 3339. */
  readonly at: string;
}

export interface SuspensionStatus {
  readonly reason: string;
  /** RFC 3339; empty: until somebody resumes it. */
  readonly until: string;
  readonly since: string;
}

export interface LeftOutStatus {
  readonly count: number;
  /** The first of them. `fault` says why a file does not parse; else it is `null`. */
  readonly files: readonly { readonly where: string; readonly fault: string | null }[];
}

export type Phase =
  | "Pending"
  | "DelayingChanges"
  | "ApplyingChanges"
  | "Ready"
  | "Stalled"
  | "Done"
  | "Skipped"
  | "Pruning";

/** `recreate`: it is deleted, and created once it is gone. */
export type ObjectAction =
  | "apply"
  | "recreate"
  | "hold"
  | "keep"
  | "revert"
  | "restart"
  | "prune"
  | "skip";

/**
 * A request that changes an object: the apply that makes it, the guarded patch of its `managedFields`, an apply to what is
 * there, a delete, the removal of an annotation that asks for a revert.
 */
export type PlannedWrite = "create" | "transfer" | "apply" | "delete" | "answer";

export interface ObjectStatus {
  readonly id: string;
  readonly tier: number;
  readonly phase: Phase;
  readonly action: ObjectAction;
  /** Only in a plan: what the very next pass sends for it, in this order. Without the field it sends nothing. */
  readonly writes?: readonly PlannedWrite[];
  /** Only in a plan, of a workload that exists: whether its change replaces the pods. Without the field nobody knows. */
  readonly restartsPods?: boolean;
  readonly conditions: readonly ConditionStatus[];
  readonly version: { readonly declared: string | null; readonly running: readonly string[] };
  readonly blockers: readonly BlockerStatus[];
  /** The commit at which its intent was last applied; empty when never. */
  readonly appliedRevision: string;
  /** Left out: `enforce`. */
  readonly mode?: Mode;
  /** What says so, where the mode is said: its annotation, its kind or the stack. */
  readonly modeFrom?: "object" | "kind" | "stack";
  /** A person's label on the live object: nothing of it is written. */
  readonly skip?: SkipStatus;
  /** Managers that own it so far, when this sync takes it over. */
  readonly takesOver?: readonly string[];
  /** Paths that this sync gives up: an autoscaler sets them, or `ignore` names them. */
  readonly releases?: readonly string[];
  readonly cause?: { readonly pod: string; readonly reason: string; readonly message: string };
}

export interface SkipStatus {
  readonly label: string;
  /** The field manager that set it, and when (RFC 3339); empty where nobody recorded it. */
  readonly by: string;
  readonly at: string;
  /** RFC 3339, or what stands there instead; empty: until the label goes. */
  readonly until: string;
}

export interface ConditionStatus {
  readonly type:
    | "Drifted"
    | "Contested"
    | "HealthUnknown"
    | "NothingRuns"
    | "VersionOverridden"
    /** Held objects wait for each other in a circle. */
    | "Deadlock"
    | "Skipped"
    | "SkipIgnored"
    | "RevertRequested"
    | "NotUnderstood"
    | "OtherAgent"
    | "Unmarked"
    | "RestartDue"
    | "RestartsSlowed";
  readonly since: string;
  readonly message: string;
}

export interface BlockerStatus {
  readonly to: string;
  readonly gate: string;
  readonly origin: string;
  readonly reason: string;
  readonly want: string;
  readonly have: string;
  /** Why Lockstep itself does nothing about it: the other object is left as it is. */
  readonly note?: string;
  readonly since: string;
}

export interface DriftStatus {
  readonly id: string;
  readonly class: string;
  /** A pointer, empty for the whole object; `readablePath` is for people. */
  readonly path: string;
  /** `null`: Git does not set the path, or the whole object is `missing`. */
  readonly desired: RedactedValue;
  /** `null`: the cluster has nothing there. */
  readonly live: RedactedValue;
  readonly manager: string;
  readonly operation: string;
  /** RFC 3339, when the cluster recorded the change; empty where it records none, as of a removal. */
  readonly at: string;
  /** RFC 3339, when the agent first saw it. */
  readonly seenAt?: string;
  readonly attribution: string;
  readonly sharedWith?: readonly string[];
  readonly action: string;
  /** The rule of the config that lets it be (`ignored`): `ignore /spec/replicas`. */
  readonly rule?: string;
  /** The mode that left it as it is (`observed`). */
  readonly mode?: string;
  /** Reverting it changed the pod template, and so replaced pods. */
  readonly rollsPods?: true;
  /** RFC 3339: when it is taken back, where somebody fights for it (`contested`). */
  readonly nextRevertAt?: string;
  /** Why its live value is never in an adopt edit, so that no pull request offers it; left out where one may. */
  readonly unadoptable?: Unadoptable;
}

/** A place that was taken again after a revert. */
export interface FightStatus {
  readonly id: string;
  /** A pointer; empty: the object as a whole. */
  readonly path: string;
  /** Who took it, as far as the cluster recorded it; the first one first. */
  readonly managers: readonly string[];
  /** Reverts. */
  readonly count: number;
  /** RFC 3339: the first and the last revert. */
  readonly first: string;
  readonly last: string;
  /** The budget is spent, and it was not quiet for a window since: reverts go on more slowly. */
  readonly contested: boolean;
  /**
   * How it stands. `in-budget`: reverted each time at full speed; `contested`; `stopped`; `quiet`: contested earlier and not taken
   * since; `again`: contested earlier, and within the budget since; `left`: not reverted any more. An earlier version leaves it out.
   */
  readonly state?: FightState;
  /** Why it is not reverted any more, in words (`left`): a rule, the mode, a skip, an owner, or that Git has dropped it. */
  readonly left?: string;
  /** RFC 3339: somebody holds it now, and then it is taken back. */
  readonly nextRevertAt?: string;
  /** Reverts of it have ended until it was quiet for a window (`fights.onBudget: stop`). */
  readonly stopped?: boolean;
}

export interface OrphanStatus {
  readonly id: string;
  /** `prune`: deleted, or going; `hold`: it waits; `keep`: it stays. */
  readonly action: string;
  /** Only in a plan, as of an object: what goes already is not deleted again. */
  readonly writes?: readonly PlannedWrite[];
  readonly reason: string;
  /** The revision that a person may confirm (`lockstep sync --confirm-prune`), where only that is missing. */
  readonly confirm?: string;
  /** What its annotation said when Git last had it; left out: it had none. */
  readonly mode?: Mode;
}

interface ProblemStatus {
  readonly where: string;
  readonly what: string;
  readonly expected: string;
}

export interface RefusalStatus {
  /** The object's id; empty for the whole. */
  readonly id: string;
  readonly code: string;
  readonly message: string;
}
