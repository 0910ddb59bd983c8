import type { Drift, DriftAction } from "../drift/drift.ts";
import type { FoundDrift } from "../drift/drift-scene.ts";
import { uidOf } from "../object/live-object.ts";
import { objectKey } from "../object/object-id.ts";
import { standingOf } from "../ownership/foreign-rules.ts";
import { readManagerEntries } from "../ownership/read-manager-entries.ts";
import { readablePath } from "../report/readable-path.ts";
import type { ConditionStatus, ObjectAction } from "../report/status-document.ts";
import { declaredVersion } from "../rollout/declared-version.ts";
import { readVersions, type VersionReading } from "../rollout/running-versions.ts";
import { choosePhase } from "./choose-phase.ts";
import { isToRevert } from "./decide-drift.ts";
import type { Decision } from "./decision.ts";
import type { ObjectCase } from "./describe-case.ts";
import { LOST_RACES_MAX, type StackRules } from "./look.ts";
import type { ObjectPlan, PlannedDrift } from "./plan.ts";
import { readWrittenRevision } from "./read-written-revision.ts";
import { rememberEnd } from "./remember-end.ts";
import type { World } from "./world.ts";

/** The plan of one object from what was decided on it, with its phase and what is to be remembered. */
export function describePlan(item: ObjectCase, world: World, decision: Decision): ObjectPlan {
  const { rules } = world.look;
  const step = isWritable(item, rules) ? decision.step : undefined;
  const phase = choosePhase(item, { ...decision, step }, world);
  const reading = world.look.readings.get(item.key);
  const versions =
    reading === undefined
      ? undefined
      : readVersions(reading, { paths: rules.versionPaths, trust: "status" });
  return {
    ref: item.ref,
    tier: item.tier,
    phase: phase.phase,
    action: chooseAction(item, decision),
    blockers: decision.blockers,
    conditions: [
      ...phase.conditions,
      ...emptyConditions(versions),
      ...overrideConditions(decision),
      ...driftConditions(decision),
      ...leftBehindConditions(item, rules),
      ...raceConditions(item, decision),
    ],
    drifts: planDrifts(item, { ...decision, step }, rules),
    version: {
      declared: declaredVersion(item.manifest.body, rules.versionPaths),
      running: versions?.running ?? [],
    },
    appliedRevision: appliedRevisionOf(item, rules),
    takesOver: takeOverFrom(item, decision, rules),
    refusal: decision.refusal,
    cause: phase.cause,
    step,
    waitsForLook: decision.waitsForLook && isWritable(item, rules),
    isUnsettled: decision.drift.isUnsettled,
    lookAgainAtMs: phase.lookAgainAtMs,
    learned: {
      ...item.memory,
      verified: decision.drift.verified,
      uid:
        item.live === undefined || item.owner.kind !== "ours" ? item.memory.uid : uidOf(item.live),
      appliedRevision: appliedRevisionOf(item, rules),
      preflight: decision.preflight ?? item.memory.preflight,
      progress: phase.progress,
      ended: rememberEnd(item),
      refused: decision.refusal === undefined ? undefined : item.memory.refused,
    },
  };
}

/** `observe` and `off` write nothing; `create-only` nothing that exists. */
function isWritable(item: ObjectCase, rules: StackRules): boolean {
  return rules.mode === "enforce" || (rules.mode === "create-only" && item.live === undefined);
}

function chooseAction(item: ObjectCase, decision: Decision): ObjectAction {
  if (decision.isSkipped) return "skip";
  if (decision.step !== undefined) return ACTIONS[decision.step.why];
  if (decision.waitsForLook) return "revert";
  const isHeld = decision.blockers.length > 0 || decision.refusal !== undefined;
  const isMissing = item.live === undefined && item.ended === undefined;
  return isHeld || isMissing ? "hold" : "keep";
}

const ACTIONS = {
  create: "apply",
  change: "apply",
  revert: "revert",
  recreate: "recreate",
} as const;

function planDrifts(
  item: ObjectCase,
  decision: Decision,
  rules: StackRules,
): readonly PlannedDrift[] {
  const found = decision.drift.found.map((each) =>
    plannedDrift(each.drift, actionOf(each, decision, rules), rules),
  );
  const stays = (decision.step?.stays ?? []).map((drift) => ({
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
  return [plannedDrift(missing, actionOfMissing(decision, rules), rules), ...found];
}

/** What is only looked at says which mode it is that leaves it. */
function plannedDrift(drift: Drift, action: DriftAction, { mode }: StackRules): PlannedDrift {
  const isLeft = action === "observed" && (mode === "observe" || mode === "create-only");
  return isLeft ? { drift, action, mode } : { drift, action };
}

/** `create-only` makes again what is gone. */
function actionOfMissing(decision: Decision, { mode }: StackRules): DriftAction {
  if (decision.isSkipped) return "skipped";
  if (mode === "observe") return "observed";
  return decision.step === undefined && !decision.waitsForLook ? "open" : "reverted";
}

function actionOf(found: FoundDrift, decision: Decision, rules: StackRules): DriftAction {
  if (decision.isSkipped) return "skipped";
  if (rules.mode !== "enforce") return "observed";
  const isReverted = decision.step !== undefined && (isToRevert(found) || found.moves.length > 0);
  if (isReverted) return "reverted";
  return isToRevert(found) ? "open" : "observed";
}

/** Gates on it count the version of its spec: nobody should have to guess why they are open. */
function emptyConditions(
  versions: VersionReading | undefined,
): Pick<ConditionStatus, "type" | "message">[] {
  if (versions?.nothingRuns !== true) return [];
  const message = "it is scaled to 0; the version of its live spec counts";
  return [{ type: "NothingRuns", message }];
}

function overrideConditions(decision: Decision): Pick<ConditionStatus, "type" | "message">[] {
  return decision.overrides.map(({ to, gate, detail }) => ({
    type: "VersionOverridden",
    message: `${objectKey(to)} (${gate}) counts as allowed by unknownVersion: ${detail}`,
  }));
}

/** `create-only` leaves an object as it is, also when Git has moved on: that is to be seen. */
function leftBehindConditions(
  item: ObjectCase,
  rules: StackRules,
): Pick<ConditionStatus, "type" | "message">[] {
  const { lastApplied, live, wanted } = item;
  const isCarrying = lastApplied.kind === "known" && lastApplied.intent.hash === wanted.hash;
  if (rules.mode !== "create-only" || live === undefined || isCarrying) return [];
  return [{ type: "Drifted", message: "Git wants something else; create-only leaves it as it is" }];
}

/** What keeps it out of sync although nothing of it is known to differ, or nothing that is done helps. */
function raceConditions(
  { memory }: ObjectCase,
  { drift }: Decision,
): Pick<ConditionStatus, "type" | "message">[] {
  if (memory.lostRaces >= LOST_RACES_MAX) {
    const message =
      "somebody writes it faster than their changes can be taken back; it is tried again and again";
    return [{ type: "Contested", message }];
  }
  if (!drift.isUnsettled) return [];
  const message = "somebody wrote it while it was looked at; nobody knows yet whether it differs";
  return [{ type: "Drifted", message }];
}

function driftConditions(decision: Decision): Pick<ConditionStatus, "type" | "message">[] {
  const values = decision.drift.found.filter((each) => each.concerns === "value");
  const [first] = values;
  if (first === undefined) return [];
  const more = values.length > 1 ? ` and ${values.length - 1} more` : "";
  return [
    {
      type: "Drifted",
      message: `${readablePath(first.drift.path)} is ${first.drift.class}${more}`,
    },
  ];
}

function appliedRevisionOf(item: ObjectCase, rules: StackRules): string {
  const isOurs = item.live !== undefined && item.owner.kind === "ours";
  const written = isOurs
    ? readWrittenRevision(item.live, item.memory.appliedRevision, rules)
    : undefined;
  // What Git does not take over is forgotten; what it took over once is not taken a second time.
  const isForgotten = item.owner.kind === "other" && item.takeOver.kind === "not-wanted";
  return written ?? (isForgotten ? "" : item.memory.appliedRevision);
}

/** Who owned an object that this sync writes for the first time. */
function takeOverFrom(item: ObjectCase, decision: Decision, rules: StackRules): readonly string[] {
  if (item.live === undefined || item.owner.kind === "ours" || decision.step === undefined) {
    return [];
  }
  const managers = readManagerEntries(item.live)
    .entries.filter((entry) => !["own", "apart"].includes(standingOf(entry, rules)))
    .map((entry) => entry.manager);
  return [...new Set(managers)].toSorted();
}
