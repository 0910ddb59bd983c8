import { isQuiet } from "./assess-fight.ts";
import {
  type Fight,
  type FightRules,
  fightPath,
  type ObjectFights,
  type Taking,
  wholeRules,
} from "./fight.ts";

/** Managers that are named of one place. */
const MANAGERS_MAX = 10;
/** Places of one object that are counted each for itself; beyond them the object's own bucket holds. */
const PATHS_MAX = 100;

interface At {
  readonly rules: FightRules;
  readonly nowMs: number;
}

/**
 * What is known after a look that judged the object: which places are taken now. A place that was never taken back is no
 * fight yet. What did not change is the same object as before.
 */
export function noteTaken(fights: ObjectFights, takings: readonly Taking[], at: At): ObjectFights {
  const taken = new Map(takings.map((each) => [fightPath(each.path), each.managers] as const));
  const paths = new Map<string, Fight>();
  let isSame = true;
  for (const [path, before] of fights.paths) {
    const after = seeFight(before, taken.get(path), at);
    isSame = isSame && after === before;
    paths.set(path, after);
  }
  const managers = takings.flatMap((each) => each.managers);
  const holders = takings.length === 0 ? undefined : managers;
  const whole = fights.whole && seeFight(fights.whole, holders, at);
  return isSame && whole === fights.whole ? fights : { whole, paths };
}

/** A clock that was set back, or a forged parent, does not put the next revert off. */
function notAhead(fight: Fight, nowMs: number): Fight {
  if (Math.max(fight.lastMs, fight.seenMs) <= nowMs) return fight;
  return {
    ...fight,
    lastMs: Math.min(fight.lastMs, nowMs),
    seenMs: Math.min(fight.seenMs, nowMs),
  };
}

/** @param managers Who holds the place; `undefined`: it is as Git says. */
function seeFight(known: Fight, managers: readonly string[] | undefined, at: At): Fight {
  const fight = notAhead(known, at.nowMs);
  if (managers === undefined) return fight.isTaken ? { ...fight, isTaken: false } : fight;
  return {
    ...fight,
    ...(isQuiet(fight, at) ? WHOLE_BUDGET : {}),
    managers: joinManagers(fight.managers, managers),
    isTaken: true,
    seenMs: at.nowMs,
  };
}

const WHOLE_BUDGET = { recentMs: [], slowed: undefined } as const;

/** What is known after a write that took these places back. */
export function noteReverts(
  fights: ObjectFights,
  takings: readonly Taking[],
  at: At,
): ObjectFights {
  if (takings.length === 0) return fights;
  const paths = new Map([...fights.paths].filter(([, fight]) => isKept(fight, at)));
  for (const taking of takings) {
    const key = fightPath(taking.path);
    const after = countRevert(paths.get(key), taking, at);
    // At the end: the newest are kept.
    paths.delete(key);
    paths.set(key, after);
  }
  const managers = takings.flatMap((each) => each.managers);
  const known = fights.whole !== undefined && isKept(fights.whole, at) ? fights.whole : undefined;
  const whole = countRevert(
    known,
    { managers, isNeverStopped: true },
    { ...at, rules: wholeRules(at.rules) },
  );
  return { whole, paths: new Map([...paths].slice(-PATHS_MAX)) };
}

/** One edit that was taken back, and nothing after it, is no fight. */
function isKept(fight: Fight, at: At): boolean {
  return fight.count > 1 || !isQuiet(fight, at);
}

function countRevert(before: Fight | undefined, taking: Omit<Taking, "path">, at: At): Fight {
  const { nowMs } = at;
  const spent = spend(before, at);
  return {
    ...spent,
    managers: joinManagers(before?.managers ?? [], taking.managers),
    count: (before?.count ?? 0) + 1,
    firstMs: before?.firstMs ?? nowMs,
    lastMs: nowMs,
    hasSpent: before?.hasSpent === true || spent.slowed !== undefined,
    isNeverStopped: taking.isNeverStopped,
    isTaken: false,
    seenMs: nowMs,
  };
}

/** What is left of the budget: it is whole again after a quiet window. */
function spend(before: Fight | undefined, at: At): Pick<Fight, "recentMs" | "slowed"> {
  const { rules, nowMs } = at;
  const isOver = before === undefined || isQuiet(before, at);
  if (!isOver && before.slowed !== undefined) {
    return { recentMs: [], slowed: before.slowed + 1 };
  }
  const counted = (isOver ? [] : before.recentMs).filter(
    (each) => each <= nowMs && nowMs - each < rules.windowMs,
  );
  const recentMs = [...counted, nowMs];
  return recentMs.length < rules.budget
    ? { recentMs, slowed: undefined }
    : { recentMs: [], slowed: 0 };
}

/** The first one stays, so that it can be told by one name. */
function joinManagers(known: readonly string[], seen: readonly string[]): readonly string[] {
  const fresh = [...new Set(seen)].filter((each) => !known.includes(each));
  if (fresh.length === 0) return known;
  const [first, ...others] = [...known, ...fresh];
  return first === undefined ? [] : [first, ...others.slice(1 - MANAGERS_MAX)];
}
