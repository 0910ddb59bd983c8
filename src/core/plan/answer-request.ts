import type { Decision } from "./decision.ts";
import type { ObjectCase } from "./describe-case.ts";
import { isBeside } from "./is-beside.ts";
import { findReverted, isRevertAsked, scopeOf } from "./plan-revert.ts";

/**
 * The decision with the answer to a request for a revert: the annotation goes with the write that takes everything back that was
 * asked for, or alone when there is nothing to take back. Else it stays, so that a request is never lost.
 */
export function answerRequest(item: ObjectCase, decision: Decision): Decision {
  const { live, ref, request } = item;
  if (live === undefined || request?.scope === undefined) return decision;
  if (decision.isAsking || decision.waitsForLook || !isAnswered(item, decision)) return decision;
  return { ...decision, answer: { ref, live } };
}

function isAnswered(item: ObjectCase, { drift, step }: Decision): boolean {
  if (step !== undefined && !isBeside(step)) return step.why !== "recreate";
  // Nobody knows what there would be to go back to, or whether anything differs.
  const isKnown = item.lastApplied.kind === "known" && drift.refusal === undefined;
  return isKnown && !drift.isUnsettled && findReverted(drift, scopeOf(item)).length === 0;
}

/** Why a request that stands on the live object is not answered in this pass, or that it is, in words. */
export function explainRequest(item: ObjectCase, decision: Decision): string | undefined {
  const { request } = item;
  if (request?.scope === undefined) return undefined;
  const who = request.by === "" ? "somebody" : request.by;
  const what = request.scope === "all" ? "everything" : `what ${request.scope.manager} changed`;
  const asks = `${who} asks to revert ${what}`;
  return `${asks}: ${outcomeOf(item, decision)}`;
}

function outcomeOf(item: ObjectCase, decision: Decision): string {
  if (decision.isSkipped) return "not while it is skipped";
  if (decision.step !== undefined && !isBeside(decision.step)) return "it is reverted now";
  if (decision.answer !== undefined) return "nothing differs";
  if (decision.blockers.length > 0) return "it waits for a gate";
  const isUnknown = isRevertAsked(item) && item.lastApplied.kind !== "known";
  return isUnknown
    ? "it is not known what was last applied, so there is nothing to go back to"
    : "it waits until that can be done";
}
