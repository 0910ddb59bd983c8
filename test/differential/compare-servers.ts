import { createHash } from "node:crypto";
import { describe, expect, inject, test } from "vitest";
import type { KubeAddress } from "../support/kube-client.ts";
import { Actor, type Exchange } from "./actor.ts";
import { normalizeTranscript } from "./normalize-transcript.ts";
import type { Scenario } from "./scenario.ts";

/** Both servers, without controllers; all tests share them. */
interface BothServers {
  readonly real: KubeAddress;
  readonly embedded: KubeAddress;
}

/** What both servers answered to one scenario. */
interface BothTranscripts {
  readonly real: readonly Exchange[];
  readonly embedded: readonly Exchange[];
}

/** A `describe` with a real API server and an embedded one; skipped where there is no real one (the set-up printed why). */
export function describeBoth(title: string, body: (servers: () => BothServers) => void): void {
  const provided = inject("bareCluster");
  const here = provided.kind === "running" ? describe : describe.skip;
  // oxlint-disable-next-line vitest/valid-title -- handed through
  here(title, () => {
    body(() => {
      if (provided.kind === "missing") throw new Error(provided.reason);
      return { real: provided.address, embedded: inject("bareEmbedded") };
    });
  });
}

/** One test per scenario: the same requests have the same answers. They run side by side, each in its own namespace. */
export function compareScenarios(suite: string, scenarios: readonly Scenario[]): void {
  describeBoth(suite, (servers) => {
    test.concurrent.each(scenarios)("$title", async ({ title, play }) => {
      const { real, embedded } = await playOnBoth({ title: `${suite}: ${title}`, play }, servers());
      expect(embedded).toEqual(real);
    });
  });
}

/** Plays the scenario on both servers at the same time, in a new namespace named after its title. */
export async function playOnBoth(
  scenario: Scenario,
  servers: BothServers,
): Promise<BothTranscripts> {
  const [real, embedded] = await Promise.all([
    playScenario(scenario, servers.real),
    playScenario(scenario, servers.embedded),
  ]);
  return { real, embedded };
}

async function playScenario(
  { title, play }: Scenario,
  address: KubeAddress,
): Promise<readonly Exchange[]> {
  const name = `d-${createHash("sha256").update(title).digest("hex").slice(0, 12)}`;
  await prepareNamespace(address, name);
  const actor = new Actor(address, name);
  await play(actor);
  const transcript = normalizeTranscript(actor.exchanges);
  // There are only some two hundred addresses for all scenarios.
  await actor.send({ method: "DELETE", path: "/api/v1/namespaces/$ns/services" });
  return transcript;
}

/** With the service account that a controller would make. */
async function prepareNamespace(address: KubeAddress, name: string): Promise<void> {
  const actor = new Actor(address, name);
  await actor.create({ apiVersion: "v1", kind: "Namespace", metadata: { name } });
  await actor.create({ apiVersion: "v1", kind: "ServiceAccount", metadata: { name: "default" } });
  const refused = actor.exchanges.find((each) => each.status !== 201);
  if (refused !== undefined) throw new Error(`${refused.request}: ${JSON.stringify(refused.body)}`);
}
