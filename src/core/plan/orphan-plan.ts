import type { Mode } from "../mode.ts";
import type { ObjectKey, ObjectRef } from "../object/object-id.ts";

/** One intended delete. It is guarded by uid and resourceVersion: what somebody changed meanwhile is looked at again. */
export interface DeleteStep {
  readonly ref: ObjectRef;
  readonly uid: string;
  readonly resourceVersion: string;
  /** Deletes of this plan that must have succeeded before. */
  readonly after: readonly ObjectKey[];
}

/** The decision for one orphan: a member of the stack that Git no longer has. */
export interface OrphanPlan {
  readonly ref: ObjectRef;
  /** `prune`: it is deleted, or goes already; `hold`: it waits; `keep`: it stays as it is. */
  readonly action: "prune" | "hold" | "keep";
  /** One sentence: what it waits for, why it stays, or that it goes. */
  readonly reason: string;
  /** The revision that a person may confirm, where only that is missing. */
  readonly confirm?: string;
  /** What its annotation said when Git last had it, as far as that is remembered. */
  readonly ownMode?: Mode | "none";
  /** Other stacks of the config for which it waits. */
  readonly behind: readonly string[];
  /** The objects for which it waits, where nothing else is known to hold it. */
  readonly waits?: readonly ObjectKey[];
  /** When time alone may change this decision. */
  readonly lookAgainAtMs: number | undefined;
  /** `undefined` also for what goes already. */
  readonly step: DeleteStep | undefined;
}

/** In place of an intent's hash, where a refused delete is remembered: there is only one way to delete. */
export const DELETE_HASH = "delete";
