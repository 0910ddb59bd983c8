import type { ObjectId } from "../object/object-id.ts";

/** Why a gate is shut. Stable: for logs, metrics, tests and the JSON output. */
export type ReasonCode =
  | "TargetNotFound"
  | "TargetNotApplied"
  | "TargetTerminating"
  | "NotObserved"
  | "RollingOut"
  | "NotReady"
  | "VersionUnknown"
  | "VersionBehind"
  | "VersionAhead"
  | "VersionOutOfRange"
  | "VersionUnsatisfiable"
  | "StatusBehindPods"
  | "ExternalUnreachable"
  | "Stalled"
  | "Cycle"
  | "Unreadable"
  | "NotServed"
  | "Refused"
  | "OwnedByOther";

/** The origin of a blocker that is about the object itself: `to` is its own id. */
export const OWN_ORIGIN = "structure:object";

/** One shut gate. */
export interface Blocker {
  readonly to: ObjectId;
  /** `lockstep`, `rolled-out`, `ready`, `exists`, or the semver range. */
  readonly gate: string;
  readonly origin: string;
  readonly reason: ReasonCode;
  /** What the gate wants, in words or as a version: `9.1.0`. */
  readonly want: string;
  /** What was seen: `8.19.2`, `2 of 3 pods updated`. */
  readonly have: string;
  /** Why we do nothing about it: the other object is left as it is. */
  readonly note?: string;
}

/** What a rule says about one reading. `waiting` and `failed` name a reason and say in words what was seen. */
export type Verdict =
  | { readonly kind: "ok" }
  | { readonly kind: "waiting"; readonly reason: ReasonCode; readonly message: string }
  | { readonly kind: "failed"; readonly message: string; readonly cause: StallCause | undefined };

/** The first cause of a stall: the pod of the new revision, or empty when it is the object itself. */
export interface StallCause {
  readonly pod: string;
  readonly reason: string;
  readonly message: string;
}
