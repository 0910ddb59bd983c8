import { valueAt } from "../object/json.ts";
import { isTerminating } from "../object/live-object.ts";
import { assessByRule } from "./assess-by-rule.ts";
import type { Verdict } from "./blocker.ts";
import { chooseKindRule } from "./choose-kind-rule.ts";
import { conditionStatus, conditionText } from "./condition.ts";
import { findStallCause, isFailFast } from "./find-stall-cause.ts";
import { hasNeverWrittenStatus } from "./has-never-written-status.ts";
import { isBuiltInKind } from "./kind-family.ts";
import { isObserved, notObservedText } from "./observed-generation.ts";
import type { RolloutReading } from "./rollout-reading.ts";
import { failed, firstShut, OK, waiting } from "./verdict.ts";

/**
 * Whether an object is as ready as its own controller can make it, by one read: the generic checks first, then the
 * strict rule of its kind. Says nothing about versions.
 *
 * @see https://github.com/kubernetes-sigs/cli-utils/blob/master/pkg/kstatus/README.md for the rules that ours tighten
 */
export function assessHealth(reading: RolloutReading): Verdict {
  const known = verdicts.get(reading) ?? judge(reading);
  verdicts.set(reading, known);
  return known;
}

/** Of readings that somebody still holds: each edge to an object asks again, and waves make many edges. */
const verdicts = new WeakMap<RolloutReading, Verdict>();

function judge(reading: RolloutReading): Verdict {
  const generic = assessGeneric(reading);
  if (generic.kind !== "ok") return generic;
  return withCause(reading, assessKind(reading));
}

function assessGeneric(reading: RolloutReading): Verdict {
  const { object } = reading;
  return firstShut([
    isTerminating(object) ? waiting("TargetTerminating", "it is being deleted") : OK,
    isObserved(reading) ? OK : waiting("NotObserved", notObservedText(object)),
    conditionStatus(object, "Reconciling") === "True"
      ? waiting("RollingOut", conditionText(object, "Reconciling"))
      : OK,
    conditionStatus(object, "Stalled") === "True" ? failed(conditionText(object, "Stalled")) : OK,
    hasNeverWrittenStatus(reading) ? waiting("NotReady", "it has never written status") : OK,
  ]);
}

/**
 * The user's rule stands in place of what is guessed from the conditions of a kind that the agent does not know, and beside the
 * rule of one that it knows.
 */
function assessKind(reading: RolloutReading): Verdict {
  const { object, rule } = reading;
  if (rule === undefined) return chooseKindRule(object)(reading);
  const byRule = assessByRule(object, rule);
  const isAlone = rule.ready !== undefined && !isBuiltInKind(object);
  return byRule.kind !== "ok" || isAlone ? byRule : chooseKindRule(object)(reading);
}

/** Names the pod that holds a rollout up; one that cannot get better by waiting fails at once, unless it is paused. */
function withCause(reading: RolloutReading, verdict: Verdict): Verdict {
  if (verdict.kind === "ok" || valueAt(reading.object, "spec", "paused") === true) return verdict;
  const cause = findStallCause(reading);
  if (cause === undefined) return verdict;
  if (verdict.kind === "failed") return { ...verdict, cause: verdict.cause ?? cause };
  return isFailFast(cause)
    ? failed(`pod ${cause.pod}: ${cause.reason}: ${cause.message}`, cause)
    : verdict;
}
