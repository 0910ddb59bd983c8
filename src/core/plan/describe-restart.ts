import { formatTime } from "../object/format-time.ts";
import type { ConditionStatus } from "../report/status-document.ts";
import type { Decision } from "./decision.ts";
import type { ObjectCase } from "./describe-case.ts";
import type { Look } from "./look.ts";

/** That its pods are to restart because a source changed, and what that waits for. */
export function describeRestart(
  { mode, restart }: ObjectCase,
  decision: Decision,
  { isSuspended = false }: Pick<Look, "isSuspended">,
): readonly Pick<ConditionStatus, "type" | "message">[] {
  const names = restart.changed.length > 0 ? restart.changed : restart.foreseen;
  if (names.length === 0) return [];
  const why = `${listNames(names)} changed`;
  const isLeft = isSuspended && mode.mode === "enforce";
  const when = isLeft ? LEFT_BY_SUSPENSION : explainTime({ mode, restart }, decision);
  const message = `${when}: ${why}`;
  return [{ type: "RestartDue", message }];
}

const LEFT_BY_SUSPENSION = "its pods are not restarted, the stack is suspended";

/** Sources that are named; the last one counts the others. */
const NAMES_MAX = 3;

function listNames(names: readonly string[]): string {
  const more = names.length - NAMES_MAX;
  const shown = names.slice(0, NAMES_MAX).join(", ");
  return more > 0 ? `${shown} and ${more} more` : shown;
}

function explainTime(
  { mode, restart }: Pick<ObjectCase, "mode" | "restart">,
  decision: Decision,
): string {
  if (mode.mode !== "enforce") return `its pods are not restarted, its mode is ${mode.mode}`;
  if (decision.isSkipped) return "its pods are not restarted, it is skipped";
  if (restart.changed.length === 0) return "its pods restart after this";
  if (restart.putOffUntilMs !== undefined) {
    return `its pods restart again at ${formatTime(restart.putOffUntilMs)}, more slowly`;
  }
  if (restart.waitsForRollout) return "its pods restart once the rollout that goes on is done";
  if (!restart.isDue) return "its pods restart once changes that come together are over";
  return decision.step === undefined
    ? "its pods restart once it may be written"
    : "its pods restart now";
}
