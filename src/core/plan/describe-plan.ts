import type { JsonObject } from "../object/json.ts";
import { isTerminating, uidOf } from "../object/live-object.ts";
import { standingOf } from "../ownership/foreign-rules.ts";
import { readManagerEntries } from "../ownership/read-manager-entries.ts";
import type { ObjectAction } from "../report/status-document.ts";
import { declaredVersion } from "../rollout/declared-version.ts";
import { readVersions, type VersionReading } from "../rollout/running-versions.ts";
import { choosePhase } from "./choose-phase.ts";
import type { Decision } from "./decision.ts";
import type { ObjectCase } from "./describe-case.ts";
import { describeConditions } from "./describe-conditions.ts";
import { describeFight } from "./describe-fight.ts";
import { describePace } from "./describe-pace.ts";
import { isBeside } from "./is-beside.ts";
import type { Look, ObjectMemory, StackRules } from "./look.ts";
import { markUnadoptable } from "./mark-unadoptable.ts";
import { modeIn } from "./mode-of.ts";
import type { ObjectPlan, WriteStep } from "./plan.ts";
import { planDrifts } from "./plan-drifts.ts";
import { isRevertAsked } from "./plan-revert.ts";
import { readWrittenRevision } from "./read-written-revision.ts";
import { rememberEnd } from "./remember-end.ts";
import { restartsPods } from "./restarts-pods.ts";
import type { World } from "./world.ts";

/** The plan of one object from what was decided on it, with its phase and what is to be remembered. */
export function describePlan(item: ObjectCase, world: World, decision: Decision): ObjectPlan {
  const { rules } = world.look;
  const made = isWritable(item) ? decision : { ...decision, step: undefined };
  const phase = choosePhase(item, made, world);
  const fight = describeFight(item, decision, world.look);
  const pace = describePace(item, world.look);
  const learned = { progress: phase.progress, fights: fight.learned, restarts: pace.learned };
  const versions = versionsOf(item, world);
  const drifts = planDrifts(item, made);
  // Also where the mode keeps it from being written: a plan says what it would do.
  const rolls = restartsPods(item, decision.step, {
    look: world.look,
    drifts: made === decision ? drifts : planDrifts(item, decision),
  });
  return {
    ref: item.ref,
    tier: item.tier,
    phase: phase.phase,
    action: chooseAction(item, decision),
    blockers: decision.blockers,
    conditions: [
      ...phase.conditions,
      ...describeConditions(item, made, { versions, look: world.look }),
      ...fight.conditions,
      ...pace.conditions,
    ],
    drifts: drifts.map((each) =>
      markUnadoptable(each, { manifest: item.manifest, includesRights: rules.offersRights }),
    ),
    ...(rolls === undefined ? {} : { restartsPods: rolls }),
    version: describeVersions(item, versions, rules),
    appliedRevision: appliedRevisionOf(item, rules),
    takesOver: takeOverFrom(item, decision, rules),
    refusal: decision.refusal,
    cause: phase.cause,
    mode: item.mode,
    skip: item.mode.mode === "off" ? undefined : item.skipping.skip,
    step: made.step,
    answer: decision.answer,
    takesBack: made.step === undefined ? [] : (decision.fight?.takings ?? []),
    left: fight.left,
    waitsForLook: decision.waitsForLook && isWritable(item),
    isUnsettled: decision.drift.isUnsettled,
    lookAgainAtMs: findLookAgain(item, [phase, fight, pace]),
    learned: learnLook(item, { ...decision, ...learned }, world.look),
  };
}

function findLookAgain(
  { restart, skipping }: ObjectCase,
  parts: readonly Pick<ObjectPlan, "lookAgainAtMs">[],
): number | undefined {
  return earliest([
    ...parts.map(({ lookAgainAtMs }) => lookAgainAtMs),
    skipping.skip?.endsAtMs,
    restart.isDue ? undefined : restart.dueAtMs,
  ]);
}

function versionsOf(item: ObjectCase, { look }: World): VersionReading | undefined {
  const reading = look.readings.get(item.key);
  if (reading === undefined) return undefined;
  return readVersions(reading, { paths: look.rules.versionPaths, trust: "status" });
}

function describeVersions(
  { manifest }: ObjectCase,
  versions: VersionReading | undefined,
  { versionPaths }: StackRules,
): ObjectPlan["version"] {
  return {
    declared: declaredVersion(manifest.body, versionPaths),
    running: versions?.running ?? [],
  };
}

/** What this look taught. */
function learnLook(
  item: ObjectCase,
  decision: Decision & Pick<ObjectMemory, "progress" | "fights" | "restarts">,
  { rules, nowMs }: Look,
): ObjectMemory {
  return {
    ...item.memory,
    verified: decision.drift.verified,
    uid: uidOfLasting(item),
    appliedRevision: appliedRevisionOf(item, rules),
    preflight: decision.preflight ?? item.memory.preflight,
    progress: decision.progress,
    ended: rememberEnd(item),
    ownMode: modeIn(item.manifest.body) ?? "none",
    heardRevert: typeof item.request?.scope === "object" ? item.request.scope.manager : "",
    refused: decision.refusal === undefined ? undefined : item.memory.refused,
    fights: decision.fights,
    restarts: decision.restarts,
    sourcesChangedAtMs: findChangeTime(item, nowMs),
    notedSources: item.restart.noted,
  };
}

/** Since when sources differ from what the pods know. */
function findChangeTime({ memory, restart }: ObjectCase, nowMs: number): number | undefined {
  return restart.changed.length === 0 ? undefined : (memory.sourcesChangedAtMs ?? nowMs);
}

/** `observe` and `off` write nothing; `create-only` nothing that exists; but for what a person asks for. */
function isWritable(item: ObjectCase): boolean {
  const { mode } = item.mode;
  const isCreated = mode === "create-only" && item.live === undefined;
  return mode === "enforce" || isCreated || isRevertAsked(item);
}

function earliest(times: readonly (number | undefined)[]): number | undefined {
  const known = times.flatMap((each) => each ?? []);
  return known.length === 0 ? undefined : Math.min(...known);
}

function chooseAction(item: ObjectCase, decision: Decision): ObjectAction {
  if (decision.isSkipped) return "skip";
  const { step } = decision;
  if (step !== undefined && !isBeside(step)) return ACTIONS[step.why];
  if (!decision.waitsForLook) return restartAfter(item) ?? actionWithoutWrite(item, decision);
  return item.restart.waitsForSource ? "apply" : "revert";
}

/** Its sources are written in this pass, and it restarts in the next. */
function restartAfter({ mode, restart }: ObjectCase): ObjectAction | undefined {
  return mode.mode === "enforce" && restart.foreseen.length > 0 ? "restart" : undefined;
}

function actionWithoutWrite(item: ObjectCase, decision: Decision): ObjectAction {
  const isHeld = decision.blockers.length > 0 || decision.refusal !== undefined;
  const isMissing = item.live === undefined && item.ended === undefined;
  return isHeld || isMissing ? "hold" : "keep";
}

const ACTIONS: Readonly<Record<WriteStep["why"], ObjectAction>> = {
  create: "apply",
  change: "apply",
  revert: "revert",
  recreate: "recreate",
  restart: "restart",
  release: "keep",
  record: "keep",
};

function appliedRevisionOf(item: ObjectCase, rules: StackRules): string {
  const live = lastingOf(item);
  const written =
    live === undefined ? undefined : readWrittenRevision(live, item.memory.appliedRevision, rules);
  // What Git does not take over is forgotten; what it took over once is not taken a second time.
  const isForgotten = item.owner.kind === "other" && item.takeOver.kind === "not-wanted";
  return written ?? (isForgotten ? "" : item.memory.appliedRevision);
}

/** The live object that is ours. One that is going teaches nothing: where we deleted it to make it anew, it is forgotten already. */
function lastingOf({ live, owner }: ObjectCase): JsonObject | undefined {
  return live === undefined || owner.kind !== "ours" || isTerminating(live) ? undefined : live;
}

function uidOfLasting(item: ObjectCase): string {
  const live = lastingOf(item);
  return live === undefined ? item.memory.uid : uidOf(live);
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
