import { isContested, nextRevertMs } from "./assess-fight.ts";
import { type Fight, type FightRules, type ObjectFights, wholeRules } from "./fight.ts";

/** A place of an object that was taken again after a revert. */
export interface ListedFight extends Pick<Fight, "managers" | "count" | "firstMs" | "lastMs"> {
  /** Empty: so many places that the object's own budget was spent, or the object itself. */
  readonly path: string;
  readonly isContested: boolean;
  /** Reverts of it have ended until it was quiet for a window. */
  readonly isStopped: boolean;
  /** When it is taken back again, in epoch milliseconds; `undefined`: nobody has taken it now, or it is stopped. */
  readonly nextRevertMs: number | undefined;
  /** When the fight is over if nobody takes it again; `undefined`: it is over, or somebody holds it now. */
  readonly endsMs: number | undefined;
}

interface At {
  readonly rules: FightRules;
  readonly nowMs: number;
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

function listFight({ path, fight, wholeNextMs }: Seen, at: At): ListedFight {
  const { managers, count, firstMs, lastMs } = fight;
  const told = { path, managers, count, firstMs, lastMs };
  if (!isContested(fight, at)) return { ...told, ...OVER };
  const nextMs = Math.max(nextRevertMs(fight, at.rules), wholeNextMs ?? 0);
  return {
    ...told,
    isContested: true,
    isStopped: isStopped(fight, at),
    nextRevertMs: fight.isTaken && !isStopped(fight, at) ? nextMs : undefined,
    endsMs: fight.isTaken ? undefined : fight.seenMs + at.rules.windowMs,
  };
}

const OVER = {
  isContested: false,
  isStopped: false,
  nextRevertMs: undefined,
  endsMs: undefined,
} as const;
