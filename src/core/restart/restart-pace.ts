import { isContested, isQuiet } from "../drift/assess-fight.ts";
import { chooseRevertTime } from "../drift/choose-revert-time.ts";
import {
  type Fight,
  type FightRules,
  NO_FIGHTS,
  type ObjectFights,
  type Taking,
} from "../drift/fight.ts";
import { noteReverts, noteTaken } from "../drift/note-fights.ts";
import type { ObjectKey } from "../object/object-id.ts";
import type { RestartRules } from "./restart-rules.ts";

/**
 * How often sources restarted the pods of one workload: the buckets of fights, with the key of the source in place of a path. A
 * source that never stops changing slows its restarts down; they never end, and the last content always arrives.
 */
export type RestartPace = ObjectFights;

interface At {
  readonly rules: FightRules;
  readonly nowMs: number;
}

/** The rules of the buckets: the window is that of fights. */
export function paceRules(
  { budget }: Pick<RestartRules, "budget">,
  { windowMs }: Pick<FightRules, "windowMs">,
): FightRules {
  return { budget, windowMs, onBudget: "slow" };
}

/** What is known after a look that found these sources changed. Those that were left alone for a window are forgotten. */
export function noteChanged(pace: RestartPace, changed: readonly ObjectKey[], at: At): RestartPace {
  const seen = noteTaken(pace, changed.map(takingOf), at);
  const isOver = seen.whole === undefined || isQuiet(seen.whole, at);
  return isOver ? NO_FIGHTS : seen;
}

/** What is known after a restart for these sources. */
export function noteRestart(pace: RestartPace, sources: readonly ObjectKey[], at: At): RestartPace {
  return noteReverts(pace, sources.map(takingOf), at);
}

/** Until when a restart for these sources is put off, in epoch milliseconds; `undefined`: it is not. */
export function findPutOff(
  pace: RestartPace,
  changed: readonly ObjectKey[],
  at: At,
): number | undefined {
  const { atMs } = chooseRevertTime(pace, changed.map(takingOf), at);
  return atMs === undefined || atMs <= at.nowMs ? undefined : atMs;
}

/** A source that restarts a workload too often, or all of them together. */
export interface SlowedSource extends Pick<Fight, "count" | "firstMs"> {
  /** Empty: so many that the budget of the workload is spent. */
  readonly source: string;
  /** When it is over if it changes no more; `undefined`: it has changed again. */
  readonly endsMs: number | undefined;
}

/** The sources for which a workload restarts more slowly now. */
export function listSlowed(
  { paths, whole }: RestartPace,
  { rules, nowMs }: At,
): readonly SlowedSource[] {
  const all = [...paths, ...(whole === undefined ? [] : [["", whole] as const])];
  return all.flatMap(([source, bucket]) => {
    if (!isContested(bucket, { rules, nowMs })) return [];
    const { count, firstMs, isTaken, seenMs } = bucket;
    return [{ source, count, firstMs, endsMs: isTaken ? undefined : seenMs + rules.windowMs }];
  });
}

function takingOf(source: ObjectKey): Taking {
  return { path: source, managers: [], isNeverStopped: true };
}
