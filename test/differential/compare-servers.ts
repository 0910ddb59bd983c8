import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import type { EmbeddedCluster } from "../../src/embedded/start-embedded-cluster.ts";
import type { KubeAddress } from "../support/kube-client.ts";
import { startBareEmbedded } from "../support/start-bare-embedded.ts";
import { Actor, type Exchange } from "./actor.ts";
import { normalizeTranscript } from "./normalize-transcript.ts";
import type { Scenario } from "./scenario.ts";

/** Both servers, without controllers; all tests of a file share them. */
interface BothServers {
  readonly real: () => KubeAddress;
  readonly embedded: () => KubeAddress;
}

/** A `describe` with a real API server and an embedded one; skipped where there is no real one (the set-up printed why). */
export function describeBoth(title: string, body: (servers: BothServers) => void): void {
  const provided = inject("bareCluster");
  const here = provided.kind === "running" ? describe : describe.skip;
  // oxlint-disable-next-line vitest/valid-title -- handed through
  here(title, () => {
    let started: EmbeddedCluster | undefined;
    // oxlint-disable-next-line vitest/no-hooks -- one server for all scenarios of the file
    beforeAll(async () => {
      started = await startBareEmbedded();
    });
    // oxlint-disable-next-line vitest/no-hooks -- as above
    afterAll(async () => started?.close());
    body({
      real: () => {
        if (provided.kind === "missing") throw new Error(provided.reason);
        return provided.address;
      },
      embedded: () => {
        if (started === undefined) throw new Error("the embedded server did not start");
        return started;
      },
    });
  });
}

/** One test per scenario: the same requests have the same answers. */
export function compareScenarios(title: string, scenarios: readonly Scenario[]): void {
  describeBoth(title, (servers) => {
    test.each(scenarios)("$title", async (scenario) => {
      const { real, embedded } = await playOnBoth(scenario, servers);
      expect(embedded).toEqual(real);
    });
  });
}

/** Plays the scenario on both servers at the same time. */
export async function playOnBoth(
  scenario: Scenario,
  servers: BothServers,
): Promise<{ readonly real: readonly Exchange[]; readonly embedded: readonly Exchange[] }> {
  const [real, embedded] = await Promise.all([
    playScenario(scenario, servers.real()),
    playScenario(scenario, servers.embedded()),
  ]);
  return { real, embedded };
}

/** What a server answers to a scenario, in a new namespace with its service account. */
async function playScenario(
  { title, play }: Scenario,
  address: KubeAddress,
): Promise<readonly Exchange[]> {
  const name = `d-${createHash("sha256").update(title).digest("hex").slice(0, 12)}`;
  await prepareNamespace(address, name);
  const actor = new Actor(address, name);
  try {
    await play(actor);
    return normalizeTranscript(actor.exchanges);
  } finally {
    await actor.close();
  }
}

async function prepareNamespace(address: KubeAddress, name: string): Promise<void> {
  const actor = new Actor(address, name);
  await actor.create({ apiVersion: "v1", kind: "Namespace", metadata: { name } });
  await actor.create({ apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "default" } });
  await actor.close();
  const refused = actor.exchanges.find((each) => each.status !== 201);
  if (refused !== undefined) throw new Error(`${refused.request}: ${JSON.stringify(refused.body)}`);
}
