import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { KubeAddress } from "../support/kube-client.ts";
import { Actor } from "./actor.ts";
import { describeBoth, playScenario } from "./compare-servers.ts";
import { HISTORIES, playHistory } from "./history.ts";
import { widgetCrd } from "./objects.ts";
import { RICH_SPEC } from "./widget-schema.ts";

const RUNS = 500;
/** A fixed one, so that a red run is about the change. */
const SEED = 20;

describeBoth("random histories", ({ real, embedded }) => {
  // oxlint-disable-next-line vitest/no-hooks -- one kind for all histories
  beforeAll(async () => {
    await serveWidgets(real());
    await serveWidgets(embedded());
  });

  test(`${RUNS} histories of 20 writes by four managers have the same answers`, async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(HISTORIES, async (writes) => {
        count += 1;
        const title = `history ${count}`;
        const scenario = { title, play: async (to: Actor) => playHistory(to, writes) };
        const expected = await playScenario(scenario, real());
        expect(await playScenario(scenario, embedded())).toEqual(expected);
      }),
      { numRuns: RUNS, seed: SEED },
    );
  }, 600_000);
});

/** The kind of the custom objects in the histories. */
async function serveWidgets(address: KubeAddress): Promise<void> {
  const actor = new Actor(address, "histories");
  await actor.create(widgetCrd(RICH_SPEC));
  await actor.until("/apis/histories.example.com/v1/widgets");
  await actor.close();
}
