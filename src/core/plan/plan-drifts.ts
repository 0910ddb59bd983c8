import type { Drift, DriftAction } from "../drift/drift.ts";
import type { FoundDrift } from "../drift/drift-scene.ts";
import { isJsonEqual, type Json, type JsonObject } from "../object/json.ts";
import { resolvePath } from "../ownership/resolve-path.ts";
import { isToRevert } from "./decide-drift.ts";
import type { Decision } from "./decision.ts";
import type { ObjectCase } from "./describe-case.ts";
import { isInScope } from "./find-revert-request.ts";
import { isBeside } from "./is-beside.ts";
import { isLeftAlone } from "./is-settled-by-others.ts";
import { nameDrift } from "./name-drift.ts";
import type { PlannedDrift, WriteStep } from "./plan.ts";
import { rollsPods } from "./rolls-pods.ts";

/** The drifts of one object, each with what becomes of it when the decision's step succeeds. */
export function planDrifts(item: ObjectCase, decision: Decision): readonly PlannedDrift[] {
  if (item.mode.mode === "off") return [];
  const found = withRolling(
    item,
    decision.step,
    decision.drift.found
      .filter((each) => !isAdopted(each, decision, item))
      .map((each) => againstGit(each, item))
      .map((each) => plannedDrift(nameDrift(each, item), actionOf(each, decision, item), item)),
  );
  const stays = [...(decision.step?.stays ?? []), ...decision.drift.ignored].map((drift) => ({
    drift,
    action: "ignored" as const,
  }));
  // What could not be read is not gone.
  const isGone = item.sighting?.kind === "absent";
  const isOver = item.ended !== undefined;
  if (!isGone || isOver || item.lastApplied.kind === "none") return [...found, ...stays];
  const missing: Drift = {
    id: item.manifest.id,
    class: "missing",
    path: "",
    desired: undefined,
    live: undefined,
    manager: "",
    operation: "",
    at: "",
    attribution: "unknown",
    sharedWith: [],
  };
  return [plannedDrift(missing, actionOfMissing(decision, item), item), ...found];
}

/**
 * Git says the live value by now: nothing is taken back. Only where the commit that says it is applied, or nothing would be: an
 * object that is held keeps what was last applied.
 */
function isAdopted(
  { drift, place, concerns }: FoundDrift,
  { step }: Decision,
  item: ObjectCase,
): boolean {
  if (concerns !== "value") return false;
  const applied = step?.why === "change" ? step.intent : undefined;
  const git = gitOfLeft(item) ?? applied;
  return git !== undefined && isJsonEqual(valueIn(git, place), drift.live);
}

/**
 * Of what nobody writes the last applied intent may be long past: what Git says by now is what the cluster differs from, and what
 * an answer in Git would change.
 */
function againstGit(found: FoundDrift, item: ObjectCase): FoundDrift {
  const git = gitOfLeft(item);
  if (found.concerns !== "value" || git === undefined) return found;
  const { drift, place } = found;
  const desired = valueIn(git, place);
  if (isJsonEqual(desired, drift.desired)) return found;
  return { ...found, drift: { ...drift, desired, class: classOf(desired, drift.live) } };
}

/** What Git says by now of an object that nobody writes; `undefined`: it is written, or was applied as Git says. */
function gitOfLeft(item: ObjectCase): JsonObject | undefined {
  return isLeftAlone(item) && item.isPending ? item.manifest.body : undefined;
}

function valueIn(body: JsonObject, place: FoundDrift["place"]): Json | undefined {
  const said = resolvePath(body, place);
  return said.kind === "found" ? said.value : undefined;
}

function classOf(desired: Json | undefined, live: Json | undefined): Drift["class"] {
  if (live === undefined) return "removed";
  return desired === undefined ? "added" : "changed";
}

/** What else is taken back may decide whether pods are replaced: that a Deployment is paused, for one. */
function withRolling(
  { live }: ObjectCase,
  step: WriteStep | undefined,
  drifts: readonly PlannedDrift[],
): readonly PlannedDrift[] {
  if (live === undefined) return drifts;
  const reverted = drifts.filter(({ action }) => action === "reverted");
  const takenBack = reverted.map(({ drift }) => drift.path);
  const write = { live, intent: step?.intent, takenBack };
  return drifts.map((each) =>
    each.action === "reverted" && rollsPods(each.drift, write)
      ? { ...each, rollsPods: true }
      : each,
  );
}

/** What is only looked at says which mode it is that leaves it. */
function plannedDrift(drift: Drift, action: DriftAction, item: ObjectCase): PlannedDrift {
  const { mode } = item.mode;
  const isLeft = action === "observed" && (mode === "observe" || mode === "create-only");
  return isLeft ? { drift, action, mode } : { drift, action };
}

/** `create-only` makes again what is gone. */
function actionOfMissing(decision: Decision, item: ObjectCase): DriftAction {
  if (decision.isSkipped) return "skipped";
  if (item.mode.mode === "observe") return "observed";
  if (isContested(decision, "")) return "contested";
  return decision.step === undefined && !decision.waitsForLook ? "open" : "reverted";
}

function actionOf(found: FoundDrift, decision: Decision, item: ObjectCase): DriftAction {
  if (decision.isSkipped) return "skipped";
  if (isToRevert(found) && isContested(decision, found.drift.path)) return "contested";
  if (isTakenBack(found, decision)) return "reverted";
  if (item.mode.mode !== "enforce") return "observed";
  return isToRevert(found) ? "open" : "observed";
}

function isContested({ fight }: Decision, path: string): boolean {
  return fight?.time.contested.has(path) === true;
}

function isTakenBack(found: FoundDrift, { step, scope }: Decision): boolean {
  if (step === undefined || isBeside(step) || !isInScope(found, scope)) return false;
  return isToRevert(found) || found.moves.length > 0;
}
