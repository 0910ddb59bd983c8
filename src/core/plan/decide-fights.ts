import { chooseRevertTime, type RevertTime } from "../drift/choose-revert-time.ts";
import type { Drift } from "../drift/drift.ts";
import type { ObjectFights, Taking } from "../drift/fight.ts";
import { isNeverStopped } from "../drift/is-never-stopped.ts";
import { noteTaken } from "../drift/note-fights.ts";
import { type DriftDecision, isToRevert } from "./decide-drift.ts";
import type { ObjectCase } from "./describe-case.ts";
import { isInScope } from "./find-revert-request.ts";
import type { Look } from "./look.ts";
import { nameDrift } from "./name-drift.ts";
import { isRevertAsked, scopeOf } from "./plan-revert.ts";

/** What one look says of the fights for one object. */
export interface FightDecision {
  /** With what this look saw. */
  readonly fights: ObjectFights;
  readonly takings: readonly Taking[];
  readonly time: RevertTime;
  /** There is something to take back, and it is not the time for it. */
  readonly isHeldOff: boolean;
}

/** Decides when what others took of an object may be taken back; `undefined`: nobody knows now what they took. */
export function decideFights(
  item: ObjectCase,
  drift: DriftDecision,
  { rules, nowMs }: Pick<Look, "rules" | "nowMs">,
): FightDecision | undefined {
  if (drift.isAsking || drift.isUnsettled) return undefined;
  const at = { rules: rules.fights, nowMs };
  const takings = takesBack(item) ? findTakings(item, drift) : [];
  const fights = noteTaken(item.memory.fights, takings, at);
  const time = chooseRevertTime(fights, takings, at);
  const isDue = time.atMs !== undefined && time.atMs <= nowMs;
  // A person's word does not wait.
  const isPutOff = !isDue && item.request?.scope === undefined;
  return { fights, takings, time, isHeldOff: takings.length > 0 && isPutOff };
}

/** Where nothing is taken back nobody fights. */
function takesBack(item: ObjectCase): boolean {
  const { mode } = item.mode;
  const isMadeAgain = mode === "create-only" && item.live === undefined;
  return mode === "enforce" || isMadeAgain || isRevertAsked(item);
}

function findTakings(item: ObjectCase, { found }: DriftDecision): readonly Taking[] {
  const isGone = item.live === undefined && item.lastApplied.kind !== "none";
  if (isGone) return [takingOf({ ...GONE, id: item.manifest.id })];
  const scope = scopeOf(item);
  return found
    .filter((each) => isToRevert(each) && isInScope(each, scope))
    .map((each) => takingOf(nameDrift(each, item)));
}

const GONE = {
  path: "",
  desired: undefined,
  live: undefined,
  manager: "",
  sharedWith: [],
} as const;

function takingOf(
  drift: Pick<Drift, "id" | "path" | "desired" | "live" | "manager" | "sharedWith">,
): Taking {
  const managers = [drift.manager, ...drift.sharedWith].filter((each) => each !== "");
  return { path: drift.path, managers, isNeverStopped: isNeverStopped(drift) };
}
