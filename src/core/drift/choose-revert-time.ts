import { isContested, nextRevertMs } from "./assess-fight.ts";
import {
  type Fight,
  type FightRules,
  fightPath,
  type ObjectFights,
  type Taking,
  wholeRules,
} from "./fight.ts";

/** When an object's drift may be taken back. */
export interface RevertTime {
  /** Places that somebody fights for: their budget, or the object's, is spent. */
  readonly contested: ReadonlySet<string>;
  /** Of the contested ones: those that are given up until they were quiet (`onBudget: stop`). */
  readonly stopped: ReadonlySet<string>;
  /** Epoch milliseconds; not after now: at once. `undefined`: nothing is to be taken back, or all of it is stopped. */
  readonly atMs: number | undefined;
}

/**
 * Decides when the places that somebody took may be taken back. One revert writes the whole intent, so the first place that
 * is due takes all others with it.
 */
export function chooseRevertTime(
  fights: ObjectFights,
  takings: readonly Taking[],
  at: { readonly rules: FightRules; readonly nowMs: number },
): RevertTime {
  const whole = timeOf(fights.whole, { ...at, rules: wholeRules(at.rules) });
  const places = takings.map((taking) => {
    const own = timeOf(fights.paths.get(fightPath(taking.path)), at);
    const isStopped = own !== undefined && at.rules.onBudget === "stop" && !taking.isNeverStopped;
    return { taking, own, isStopped };
  });
  const contested = places.filter(({ own }) => own !== undefined || whole !== undefined);
  const times = places.flatMap(({ own, isStopped }) =>
    isStopped ? [] : [Math.max(own ?? at.nowMs, whole ?? at.nowMs)],
  );
  return {
    contested: new Set(contested.map(({ taking }) => taking.path)),
    stopped: new Set(places.flatMap(({ taking, isStopped }) => (isStopped ? [taking.path] : []))),
    atMs: times.length === 0 ? undefined : Math.min(...times),
  };
}

/** When a contested place is due; `undefined`: it is not contested. */
function timeOf(
  fight: Fight | undefined,
  at: { readonly rules: FightRules; readonly nowMs: number },
): number | undefined {
  return isContested(fight, at) ? nextRevertMs(fight, at.rules) : undefined;
}
