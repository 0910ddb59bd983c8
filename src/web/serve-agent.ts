import type { LiveView } from "../agent/live-view.ts";
import type { AgentConfig } from "../core/config/agent-config.ts";
import { startPageServer } from "./page-server.ts";
import { type Probes, startProbesServer } from "./probes-server.ts";
import { readPageAssets } from "./read-page-assets.ts";

interface AgentServers extends Probes {
  readonly view: LiveView;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Starts the probes and the page of an agent. Throws `ListenError`. @returns the stop function. */
export async function serveAgent(
  { probes: probesAt, page: pageAt }: Pick<AgentConfig["agent"], "probes" | "page">,
  servers: AgentServers,
): Promise<() => Promise<void>> {
  const probes = await startProbesServer(probesAt, servers);
  try {
    const { view, now } = servers;
    const page = await startPageServer(pageAt, { view, now, assets: await readPageAssets() });
    return async () => {
      await Promise.all([probes.close(), page.close()]);
    };
  } catch (error) {
    await probes.close();
    throw error;
  }
}
