import { beforeAll, expect, test } from "vitest";
import { playStates, stateRanges } from "../support/play-states.ts";
import { describeReal, type TestUser, takeUser } from "../support/real-cluster.ts";

/** States at a time, each with an agent of its own. */
const SLOTS = 6;

describeReal("Preview", () => {
  const users: TestUser[] = [];
  const planned = new Map<string, number>();

  beforeAll(async () => {
    for (let slot = 0; slot < SLOTS; slot += 1) {
      // oxlint-disable-next-line no-await-in-loop -- they are taken one after the other anyway
      users.push(await takeUser());
    }
  });

  // `PREVIEW_SEED=17 npx vitest run --project cluster test/acceptance/preview.test.ts` plays one state.
  test.each(stateRanges().map((range) => [range.seeds, range] as const))(
    "B3: the plan of a random repository and cluster lists exactly the writes of the pass that follows; seeds %s",
    { timeout: 300_000 },
    async (_seeds, range) => {
      const played = await playStates(range, users);
      for (const [requests, count] of played.planned) {
        planned.set(requests, (planned.get(requests) ?? 0) + count);
      }
      expect(played.faults).toEqual([]);
    },
  );

  test.skipIf(stateRanges().length === 1)(
    "B3: the random states hold every kind of write, many times",
    () => {
      const often = [...planned].filter(([, count]) => count >= 10).map(([requests]) => requests);
      expect(often.toSorted()).toEqual(["apply", "create", "delete", "transfer, apply"]);
    },
  );
});
