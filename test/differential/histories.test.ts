import * as fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { KubeAddress } from "../support/kube-client.ts";
import { Actor, type Exchange } from "./actor.ts";
import { describeBoth, playOnBoth } from "./compare-servers.ts";
import { playHistory } from "./history.ts";
import type { KindContent } from "./kind-content.ts";
import { widgetCrd } from "./objects.ts";
import { CONFIG_MAPS, SERVICES, WIDGETS } from "./other-content.ts";
import { historyOf } from "./random-history.ts";
import { scenario } from "./scenario.ts";
import { objectOf, RICH_SPEC, TEXT } from "./widget-schema.ts";
import { DEPLOYMENTS, PODS, STATEFUL_SETS } from "./workload-content.ts";

/** A fixed one, so that a red run is about the change. */
const SEED = 20;

describeBoth("random histories of 20 writes by four managers", (servers) => {
  // oxlint-disable-next-line vitest/no-hooks -- one kind for all histories
  beforeAll(async () => {
    const { real, embedded } = servers();
    await Promise.all([defineWidgets(real), defineWidgets(embedded)]);
  });

  test.concurrent.each([
    ...historiesOf(CONFIG_MAPS, 70),
    ...historiesOf(DEPLOYMENTS, 140),
    ...historiesOf(SERVICES, 80),
    ...historiesOf(WIDGETS, 110),
    ...historiesOf(STATEFUL_SETS, 60),
    ...historiesOf(PODS, 40),
  ])("$title", async ({ title, writes }) => {
    const history = scenario(title, async (to) => playHistory(to, writes));
    const { real, embedded } = await playOnBoth(history, servers());
    const end = lengthOfInterest(real, embedded);
    expect(embedded.slice(0, end).map(withoutWarnings)).toEqual(
      real.slice(0, end).map(withoutWarnings),
    );
    expect(unheardWarnings(real.slice(0, end), embedded)).toEqual([]);
  });
});

function historiesOf(
  kind: KindContent,
  count: number,
): readonly { readonly title: string; readonly writes: Parameters<typeof playHistory>[1] }[] {
  return fc
    .sample(historyOf(kind), { numRuns: count, seed: SEED })
    .map((writes, index) => ({ title: `history ${index + 1} of ${kind.title}`, writes }));
}

/** Up to the first answers that differ; what follows only follows from them. */
function lengthOfInterest(real: readonly Exchange[], embedded: readonly Exchange[]): number {
  const texts = embedded.map((each) => JSON.stringify(withoutWarnings(each)));
  const first = real.findIndex(
    (each, index) => JSON.stringify(withoutWarnings(each)) !== texts[index],
  );
  return first === -1 ? real.length : first + 1;
}

/** The real server also warns of what it found in an object that it read from its cache a moment too early. */
function unheardWarnings(
  real: readonly Exchange[],
  embedded: readonly Exchange[],
): readonly string[] {
  return real.flatMap(({ warnings }, index) =>
    (embedded[index]?.warnings ?? []).filter((text) => !warnings.includes(text)),
  );
}

function withoutWarnings(exchange: Exchange): Exchange {
  return { ...exchange, warnings: [] };
}

/** The kind of the custom objects in the histories. */
async function defineWidgets(address: KubeAddress): Promise<void> {
  const actor = new Actor(address, "histories");
  const status = objectOf({ a: TEXT, b: TEXT });
  await actor.create(widgetCrd(RICH_SPEC, { status, version: { subresources: { status: {} } } }));
  await actor.until("/apis/histories.example.com/v1/widgets");
}
