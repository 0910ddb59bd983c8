import type { Unadoptable } from "../adopt/adoption.ts";
import type { Drift, DriftAction, LeavingMode } from "../drift/drift.ts";
import type { Taking } from "../drift/fight.ts";
import type { LeftPlaces } from "../drift/list-fights.ts";
import type { Lint } from "../manifest/manifest.ts";
import type { JsonObject } from "../object/json.ts";
import type { ObjectKey, ObjectRef } from "../object/object-id.ts";
import type { TransferOperation } from "../ownership/plan-transfer.ts";
import type { ConditionStatus, ObjectAction, Phase } from "../report/status-document.ts";
import type { Blocker, StallCause } from "../rollout/blocker.ts";
import type { ExternalTarget } from "../rollout/external-answer.ts";
import type { Skip } from "./find-skip.ts";
import type { ObjectMemory, WriteRefusal } from "./look.ts";
import type { ChosenMode } from "./mode-of.ts";
import type { OrphanPlan } from "./orphan-plan.ts";

/** What a decision needs to know before it can be made. */
export type Question =
  /** A fresh GET by name. */
  | { readonly ask: "object"; readonly ref: ObjectRef }
  /** Whether another stack of the config has it in Git by now. */
  | { readonly ask: "siblings"; readonly ref: ObjectRef }
  /** Who in the whole cluster may depend on it in lockstep: fresh LISTs. */
  | { readonly ask: "dependents"; readonly ref: ObjectRef }
  /** A fresh GET and a fresh LIST of its pods. */
  | { readonly ask: "rollout"; readonly ref: ObjectRef }
  /** A dry-run apply of the intent onto what is live. */
  | {
      readonly ask: "dry-run";
      readonly ref: ObjectRef;
      readonly key: string;
      readonly body: JsonObject;
    }
  /** A dry-run create of the intent under another name. */
  | {
      readonly ask: "probe";
      readonly ref: ObjectRef;
      readonly key: string;
      readonly body: JsonObject;
    }
  /** A fresh GET at another API version than the one that is read. */
  | { readonly ask: "at-version"; readonly ref: ObjectRef; readonly key: string }
  /** The version of a target outside the cluster. */
  | ({ readonly ask: "external" } & ExternalTarget)
  /** A fresh GET of a Secret or ConfigMap that a workload uses. */
  | { readonly ask: "source"; readonly ref: ObjectRef }
  /** The object's manifest at an earlier commit. */
  | { readonly ask: "manifest-at"; readonly ref: ObjectRef; readonly commit: string };

/** One intended write: first the transfer when there is one, then the apply. */
export interface WriteStep {
  readonly ref: ObjectRef;
  /**
   * `create`: nothing is there; `change`: Git moved on; `revert`: back to the last applied intent; `recreate`: it is deleted, and
   * created by a later pass; `release`: paths that we own are given up, without an apply; `restart`: a source changed, and Git did
   * not; `record`: what is known of the sources is noted, which the pods do not see.
   */
  readonly why: "create" | "change" | "revert" | "recreate" | "release" | "restart" | "record";
  /** The intent, without uid and resourceVersion. */
  readonly intent: JsonObject;
  /** What the object sets once the step is done, with what is live at released paths. */
  readonly expected: JsonObject;
  readonly intentHash: string;
  readonly revision: string;
  /** The live object that the decision was made on; `undefined` for a create. */
  readonly live: JsonObject | undefined;
  /** Moves foreign paths into our entry; empty when nothing has to move. */
  readonly transfer: readonly TransferOperation[];
  /** Paths (text of `formatPath`) that it gives up. */
  readonly releases: readonly string[];
  /** What the intent drops and the cluster keeps: allowed managers own it as well. */
  readonly stays: readonly Drift[];
  /** Steps of this plan that must have succeeded before. */
  readonly after: readonly ObjectKey[];
  /** Sources whose change restarts the pods with this step. */
  readonly restartsFor: readonly ObjectKey[];
  /** It leaves out what others changed: afterwards the object is not known to carry the intent. */
  readonly isPartial?: boolean;
}

/** A request on the live object is answered: its annotation goes, after the object's step where there is one. */
export interface AnswerStep {
  readonly ref: ObjectRef;
  /** The live object that the decision was made on. */
  readonly live: JsonObject;
}

/** The decision for one object. */
export interface ObjectPlan {
  readonly ref: ObjectRef;
  readonly tier: number;
  readonly phase: Phase;
  readonly action: ObjectAction;
  readonly blockers: readonly Blocker[];
  readonly conditions: readonly Pick<ConditionStatus, "type" | "message">[];
  readonly drifts: readonly PlannedDrift[];
  readonly version: { readonly declared: string | undefined; readonly running: readonly string[] };
  readonly appliedRevision: string;
  readonly takesOver: readonly string[];
  /** The step changes the pod template; left out where that is not known, or nothing of it runs. */
  readonly restartsPods?: boolean;
  readonly refusal: WriteRefusal | undefined;
  readonly cause: StallCause | undefined;
  readonly mode: ChosenMode;
  /** A person's word on the live object that nobody writes it. */
  readonly skip: Skip | undefined;
  readonly step: WriteStep | undefined;
  readonly answer: AnswerStep | undefined;
  /** What the step takes back from others. */
  readonly takesBack: readonly Taking[];
  /** What is fought for and nobody takes back any more. */
  readonly left: LeftPlaces;
  /** It has no step only because its target is made again in this pass: the next look, at once, plans it. */
  readonly waitsForLook: boolean;
  /** Somebody writes it faster than it can be judged: it may differ, and nobody knows how. */
  readonly isUnsettled: boolean;
  /** When time alone may change this decision. */
  readonly lookAgainAtMs: number | undefined;
  /** What this look taught; to be kept for the next pass. */
  readonly learned: ObjectMemory;
}

export interface PlannedDrift {
  readonly drift: Drift;
  /** What becomes of it when the plan's steps succeed. */
  readonly action: DriftAction;
  /** The mode that leaves it as it is (`observed`). */
  readonly mode?: LeavingMode;
  /** Its revert changes the pod template, so that the workload rolls. */
  readonly rollsPods?: true;
  /** Why no edit of Git can say the live value, as far as it can be told without its files. */
  readonly unadoptable?: Unadoptable;
}

/** The decision of a pass. While `questions` is not empty nothing else of it may be acted on. */
export interface Plan {
  readonly revision: string;
  readonly questions: readonly Question[];
  /** Sorted by tier, then by object key. */
  readonly objects: readonly ObjectPlan[];
  readonly orphans: readonly OrphanPlan[];
  /** Targets outside the cluster on whose answers the decision rests. */
  readonly outside: readonly ExternalTarget[];
  /** What authors should know of released paths. */
  readonly lints: readonly Lint[];
  /** Epoch milliseconds at which time alone may change the decision; `undefined`: only events can. */
  readonly lookAgainAtMs: number | undefined;
}
