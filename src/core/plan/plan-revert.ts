import type { FoundDrift } from "../drift/drift-scene.ts";
import { EMPTY_SET } from "../ownership/field-set.ts";
import type { Intent } from "./build-intent.ts";
import { type DriftDecision, isToRevert } from "./decide-drift.ts";
import type { ObjectCase } from "./describe-case.ts";
import { isInScope, type RevertScope } from "./find-revert-request.ts";
import type { IntendedWrite } from "./intended-write.ts";
import { withoutPlaces } from "./without-places.ts";

/**
 * What a revert of this object is to take back. Under `enforce` everything is taken back anyway; in another mode only what
 * somebody asks for. Where nobody asks, what is shown is what `enforce` would do.
 */
export function scopeOf({ mode, request }: Pick<ObjectCase, "mode" | "request">): RevertScope {
  return (mode.mode === "enforce" ? undefined : request?.scope) ?? "all";
}

/** Somebody asks for a revert that the mode alone would not make. */
export function isRevertAsked({ mode, request }: Pick<ObjectCase, "mode" | "request">): boolean {
  return mode.mode !== "enforce" && request?.scope !== undefined;
}

/** The differences that the revert takes back; empty: there is nothing to do. */
export function findReverted(drift: DriftDecision, scope: RevertScope): readonly FoundDrift[] {
  return drift.found.filter((each) => isToRevert(each) && isInScope(each, scope));
}

/** The write back to an intent, and the ownership that moves with it, narrowed to what one manager owns or changed. */
export function planRevert(
  intent: Intent,
  drift: DriftDecision,
  scope: RevertScope,
): { readonly write: IntendedWrite; readonly drift: DriftDecision } {
  if (scope === "all") return { write: { kind: "revert", intent }, drift };
  const left = drift.found.filter((each) => isToRevert(each) && !isInScope(each, scope));
  const places = left.filter(isOutOfOurs).map(({ place }) => place);
  const body = withoutPlaces(intent.body, places);
  return {
    write: { kind: "revert", intent: { ...intent, body }, isPartial: true },
    drift: {
      ...drift,
      moves: drift.moves.filter(({ entry }) => entry.manager === scope.manager),
      claims: EMPTY_SET,
    },
  };
}

/**
 * Whether the place has left our entry, so that leaving it out of an apply changes nothing. A value that is still ours was
 * rewritten by a webhook: without it the apply would take the field away.
 */
function isOutOfOurs({ drift }: FoundDrift): boolean {
  return drift.class === "removed" || (drift.class === "changed" && drift.manager !== "");
}
