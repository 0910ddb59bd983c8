/** How much an object may be fought for before reverts slow down. */
export interface FightRules {
  /** Reverts of one path within the window at full speed. */
  readonly budget: number;
  readonly windowMs: number;
  /** What happens to a path whose budget is spent. */
  readonly onBudget: "slow" | "stop";
}

/** A place that a revert takes back, and who took it. */
export interface Taking {
  /** As in `Drift`; empty for an object that is gone. */
  readonly path: string;
  /** Without those that nobody knows. */
  readonly managers: readonly string[];
  /** Reverts of it slow down and never stop (`isNeverStopped`). */
  readonly isNeverStopped: boolean;
}

/** How often one place was taken and taken back. Times are epoch milliseconds. */
export interface Fight {
  /** The first that was seen stays the first; the others are the newest. */
  readonly managers: readonly string[];
  /** Reverts. */
  readonly count: number;
  readonly firstMs: number;
  /** The last revert. */
  readonly lastMs: number;
  /** The reverts at full speed that the budget still counts. */
  readonly recentMs: readonly number[];
  /** Reverts since the budget was spent; `undefined`: there is some left. */
  readonly slowed: number | undefined;
  /** The budget was spent, now or in the past. */
  readonly hasSpent: boolean;
  /** Reverts of it go on when its budget is spent, whatever `onBudget` says. */
  readonly isNeverStopped: boolean;
  /** It was found taken by the last look. */
  readonly isTaken: boolean;
  /** The last revert or the last look that found it taken, whichever is later. */
  readonly seenMs: number;
}

/** All that is fought for on one object. */
export interface ObjectFights {
  /** Every revert of the object counts here once, whatever its paths and managers. */
  readonly whole: Fight | undefined;
  readonly paths: ReadonlyMap<string, Fight>;
}

export const NO_FIGHTS: ObjectFights = { whole: undefined, paths: new Map() };

/** The budget of a whole object, in budgets of one path. */
const PATHS_PER_OBJECT = 4;

/** The rules of the object's own bucket. It never stops anything: a path that nobody fights for is not given up. */
export function wholeRules(rules: FightRules): FightRules {
  return { ...rules, budget: rules.budget * PATHS_PER_OBJECT, onBudget: "slow" };
}

/** The key of a path: an item of a set list is part of it, and may be long. What begins alike shares a bucket. */
export function fightPath(path: string): string {
  return path.length > PATH_LENGTH_MAX ? path.slice(0, PATH_LENGTH_MAX) : path;
}

const PATH_LENGTH_MAX = 300;
