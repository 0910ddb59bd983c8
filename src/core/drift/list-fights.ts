import { isContested, nextRevertMs } from "./assess-fight.ts";
import { type Fight, type FightRules, type ObjectFights, wholeRules } from "./fight.ts";

/** A place of an object that was taken again after a revert. */
export interface ListedFight extends Pick<Fight, "managers" | "count" | "firstMs" | "lastMs"> {
  /** Empty: so many places that the object's own budget was spent, or the object itself. */
  readonly path: string;
  readonly isContested: boolean;
  /** How it stands now. */
  readonly state: FightState;
  /** Why nobody takes it back any more, in words; `undefined`: somebody does. */
  readonly left: string | undefined;
  /** Reverts of it have ended until it was quiet for a window. */
  readonly isStopped: boolean;
  /** When it is taken back again, in epoch milliseconds; `undefined`: nobody has taken it now, or it is stopped. */
  readonly nextRevertMs: number | undefined;
  /** When the fight is over if nobody takes it again; `undefined`: it is over, or somebody holds it now. */
  readonly endsMs: number | undefined;
}

/**
 * `in-budget`: taken back each time, at full speed. `contested`: more slowly. `stopped`: not until it was quiet for a window. `quiet`:
 * contested before, and left alone since. `again`: contested before, and within a new budget since. `left`: nobody takes it back.
 */
export type FightState = "in-budget" | "contested" | "stopped" | "quiet" | "again" | "left";

/** Why places are not taken back any more, in words, by path; an empty path is all of the object. */
export type LeftPlaces = ReadonlyMap<string, string>;

interface At {
  readonly rules: FightRules;
  readonly nowMs: number;
  readonly left?: LeftPlaces;
}

/**
 * The fights for one object, those of the past as well, by path. What was taken back once is none. The object as a whole is
 * one only where its own budget is spent.
 */
export function listFights({ whole, paths }: ObjectFights, at: At): readonly ListedFight[] {
  const atWhole = { ...at, rules: wholeRules(at.rules) };
  const wholeNextMs = isContested(whole, atWhole) ? nextRevertMs(whole, at.rules) : undefined;
  const rows = new Map(
    [...paths]
      .filter(([, fight]) => fight.count > 1)
      .map(([path, fight]) => [path, listFight({ path, fight, wholeNextMs }, at)] as const),
  );
  if (whole?.hasSpent === true) {
    const row = listFight({ path: "", fight: whole, wholeNextMs }, atWhole);
    rows.set("", isAllStopped(paths, at) ? { ...row, nextRevertMs: undefined } : row);
  }
  return [...rows.values()];
}

/** Nothing that is taken now is taken back. */
function isAllStopped(paths: ObjectFights["paths"], at: At): boolean {
  const taken = [...paths.values()].filter((fight) => fight.isTaken);
  return taken.length > 0 && taken.every((fight) => isContested(fight, at) && isStopped(fight, at));
}

/** Of a contested place. */
function isStopped(fight: Fight, { rules }: At): boolean {
  return rules.onBudget === "stop" && !fight.isNeverStopped;
}

interface Seen {
  readonly path: string;
  readonly fight: Fight;
  readonly wholeNextMs: number | undefined;
}

function listFight(seen: Seen, at: At): ListedFight {
  const { path, fight } = seen;
  const { managers, count, firstMs, lastMs } = fight;
  const told = { path, managers, count, firstMs, lastMs, left: undefined };
  const left = at.left?.get("") ?? at.left?.get(path);
  if (left !== undefined) return { ...told, ...OVER, state: "left", left };
  if (!isContested(fight, at)) return { ...told, ...OVER, state: calmState(fight) };
  const nextMs = Math.max(nextRevertMs(fight, at.rules), seen.wholeNextMs ?? 0);
  return {
    ...told,
    isContested: true,
    ...paceOf(fight, { nextMs, isStopped: isStopped(fight, at) }),
    endsMs: fight.isTaken ? undefined : fight.seenMs + at.rules.windowMs,
  };
}

function paceOf(
  { isTaken }: Fight,
  pace: { readonly nextMs: number; readonly isStopped: boolean },
): Pick<ListedFight, "state" | "isStopped" | "nextRevertMs"> {
  if (pace.isStopped) return { state: "stopped", isStopped: true, nextRevertMs: undefined };
  const nextRevertAtMs = isTaken ? pace.nextMs : undefined;
  return { state: "contested", isStopped: false, nextRevertMs: nextRevertAtMs };
}

/** Of a place that is not contested. */
function calmState({ hasSpent, slowed }: Fight): FightState {
  if (!hasSpent) return "in-budget";
  return slowed === undefined ? "again" : "quiet";
}

const OVER = {
  isContested: false,
  isStopped: false,
  nextRevertMs: undefined,
  endsMs: undefined,
} as const;
