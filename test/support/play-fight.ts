import { chooseRevertTime } from "../../src/core/drift/choose-revert-time.ts";
import {
  type FightRules,
  NO_FIGHTS,
  type ObjectFights,
  type Taking,
} from "../../src/core/drift/fight.ts";
import { listFights } from "../../src/core/drift/list-fights.ts";
import { noteReverts, noteTaken } from "../../src/core/drift/note-fights.ts";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** As the config has them when it says nothing. */
export const FIGHT_RULES: FightRules = { budget: 5, windowMs: 10 * MINUTE_MS, onBudget: "slow" };

/** Somebody takes a place of one object at a time. */
export interface Move extends Partial<Taking> {
  readonly atMs: number;
}

export interface Played {
  /** When the object was written, in milliseconds. */
  readonly reverts: readonly number[];
  /** The places of each of them. */
  readonly places: readonly (readonly string[])[];
  readonly fights: ObjectFights;
  /** From when to when something was contested. */
  readonly contested: readonly (readonly [number, number])[];
}

/**
 * Plays one object against somebody, as the agent does: it looks at each move and at each time that it set itself, and one
 * revert takes all back.
 */
export function playFight(
  moves: readonly Move[],
  untilMs: number,
  rules: FightRules = FIGHT_RULES,
): Played {
  const played: Playing = { taken: new Map(), reverts: [], places: [], contested: [] };
  let fights = NO_FIGHTS;
  const left = moves.toSorted((a, b) => a.atMs - b.atMs);
  let nowMs = left[0]?.atMs ?? 0;
  while (nowMs < untilMs) {
    for (const { atMs: _, ...move } of left.splice(0, countDue(left, nowMs))) {
      const taking = { path: "/data/x", managers: ["k9s"], isNeverStopped: false, ...move };
      played.taken.set(taking.path, taking);
    }
    const at = { rules, nowMs };
    const looked = lookOnce(noteTaken(fights, [...played.taken.values()], at), played, at);
    fights = looked.fights;
    const next = Math.min(looked.nextMs, left[0]?.atMs ?? untilMs, untilMs);
    if (next <= nowMs) throw new Error(`the play stands still at ${nowMs}`);
    nowMs = next;
  }
  return { ...played, fights };
}

interface Playing {
  readonly taken: Map<string, Taking>;
  readonly reverts: number[];
  readonly places: (readonly string[])[];
  readonly contested: [number, number][];
}

/** One look of the agent, with its revert, and when it looks again by itself. */
function lookOnce(
  seen: ObjectFights,
  { taken, reverts, places, contested }: Playing,
  at: { readonly rules: FightRules; readonly nowMs: number },
): { readonly fights: ObjectFights; readonly nextMs: number } {
  const takings = [...taken.values()];
  const { atMs } = chooseRevertTime(seen, takings, at);
  const isDue = atMs !== undefined && atMs <= at.nowMs;
  const fights = isDue ? noteReverts(seen, takings, at) : seen;
  if (isDue) {
    reverts.push(at.nowMs);
    places.push([...taken.keys()]);
    taken.clear();
  }
  const rows = listFights(fights, at).filter((each) => each.isContested);
  noteContested(contested, rows.length > 0, at.nowMs);
  const times = [...rows.map(({ endsMs }) => endsMs), isDue ? undefined : atMs];
  return { fights, nextMs: Math.min(...times.flatMap((each) => each ?? [])) };
}

function countDue(moves: readonly Move[], nowMs: number): number {
  const first = moves.findIndex(({ atMs }) => atMs > nowMs);
  return first < 0 ? moves.length : first;
}

function noteContested(spans: [number, number][], isContested: boolean, nowMs: number): void {
  const last = spans.at(-1);
  if (last !== undefined && last[1] === Number.POSITIVE_INFINITY) {
    if (!isContested) last[1] = nowMs;
  } else if (isContested) spans.push([nowMs, Number.POSITIVE_INFINITY]);
}

/** Somebody takes the place every so often, whether it was taken back or not. */
export function every(
  stepMs: number,
  untilMs: number,
  what: (index: number) => Partial<Taking> = () => ({}),
): readonly Move[] {
  return Array.from({ length: Math.ceil(untilMs / stepMs) }, (_, index) => ({
    atMs: index * stepMs,
    ...what(index),
  }));
}
