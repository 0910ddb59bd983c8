import type { Blocker } from "../rollout/blocker.ts";
import type { GateOverride } from "../rollout/gate-finding.ts";
import { type DriftDecision, NO_DRIFT } from "./decide-drift.ts";
import type { FightDecision } from "./decide-fights.ts";
import type { RevertScope } from "./find-revert-request.ts";
import type { ObjectMemory, WriteRefusal } from "./look.ts";
import type { AnswerStep, WriteStep } from "./plan.ts";

/** What was decided on one object. */
export interface Decision {
  readonly step: WriteStep | undefined;
  readonly answer: AnswerStep | undefined;
  /** Which differences the step takes back. */
  readonly scope: RevertScope;
  readonly blockers: readonly Blocker[];
  readonly overrides: readonly GateOverride[];
  readonly refusal: WriteRefusal | undefined;
  readonly drift: DriftDecision;
  readonly preflight: ObjectMemory["preflight"];
  /** An answer is missing: the decision is only a sketch. */
  readonly isAsking: boolean;
  /** Its revert goes as soon as what this pass makes again was seen, which is at once. */
  readonly waitsForLook: boolean;
  /** `undefined`: whether somebody took something was not looked at. */
  readonly fight: FightDecision | undefined;
  /** Its mode or a person says: hands off. */
  readonly isSkipped: boolean;
}

export const NOTHING_DECIDED: Decision = {
  step: undefined,
  answer: undefined,
  scope: "all",
  blockers: [],
  overrides: [],
  refusal: undefined,
  drift: NO_DRIFT,
  preflight: undefined,
  isAsking: false,
  waitsForLook: false,
  fight: undefined,
  isSkipped: false,
};
