import pLimit from "p-limit";
import { judgeState } from "./judge-state.ts";
import { type PlayedState, playState } from "./play-state.ts";
import type { TestUser } from "./real-cluster.ts";
import { plannedLines } from "./sent-writes.ts";

/** Some seeds, the first and the last one with them. */
export interface StateRange {
  /** `0-39`: as `PREVIEW_SEED` takes it. */
  readonly seeds: string;
  readonly first: number;
  readonly last: number;
}

/** What came of many states. */
export interface PlayedStates {
  /** Where plan and pass differ, by seed. */
  readonly faults: readonly string[];
  /** The requests that were planned, and how often: `transfer, apply`. */
  readonly planned: ReadonlyMap<string, number>;
}

/** A state into which somebody else's write came between plan and pass is played anew, so often. */
const TRIES_MAX = 4;
const STATES = 200;
/** States in one test. */
const CHUNK = 40;

/** The seeds of the tests; with `PREVIEW_SEED=17` or `PREVIEW_SEED=200-399` only those. */
export function stateRanges(): readonly StateRange[] {
  // oxlint-disable-next-line node/no-process-env -- nothing but the environment comes from `npx vitest` to a test
  const only = process.env["PREVIEW_SEED"];
  if (only !== undefined) {
    const [first = Number.NaN, last = first] = only.split("-").map(Number);
    if (!(first <= last)) throw new Error("PREVIEW_SEED is neither a number nor a range");
    return [{ seeds: only, first, last }];
  }
  return Array.from({ length: STATES / CHUNK }, (_, index) => {
    const [first, last] = [index * CHUNK, (index + 1) * CHUNK - 1];
    return { seeds: `${first}-${last}`, first, last };
  });
}

/** Plays the states of these seeds, as many at a time as there are users. */
export async function playStates(
  { first, last }: StateRange,
  users: readonly TestUser[],
): Promise<PlayedStates> {
  const free = [...users];
  const limit = pLimit(users.length);
  const seeds = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  // All have ended before one is a failure: what still runs would write into the next test.
  const ends = await Promise.allSettled(
    seeds.map(async (seed) =>
      limit(async () => {
        const user = free.pop();
        if (user === undefined) throw new Error("more states at a time than users");
        return playUndisturbed(seed, user).finally(() => free.push(user));
      }),
    ),
  );
  const planned = new Map<string, number>();
  const faults = ends.flatMap((end, index) => {
    const found = end.status === "fulfilled" ? judgeState(end.value) : [String(end.reason)];
    const lines = end.status === "fulfilled" ? plannedLines(end.value.plan) : [];
    for (const line of lines) {
      const requests = line.slice(line.indexOf(" ") + 1);
      planned.set(requests, (planned.get(requests) ?? 0) + 1);
    }
    return found.map((fault) => `seed ${first + index}: ${fault}`);
  });
  return { faults, planned };
}

async function playUndisturbed(seed: number, user: TestUser): Promise<PlayedState> {
  let played = await playState(seed, user);
  for (let tries = 1; played.isDisturbed && tries < TRIES_MAX; tries += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one try after the other
    played = await playState(seed, user);
  }
  return played;
}
