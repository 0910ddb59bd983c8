import type { LiveView } from "../agent/live-view.ts";
import type { AgentConfig } from "../core/config/agent-config.ts";
import { type Hooks, startHooksServer } from "./hooks-server.ts";
import { startPageServer } from "./page-server.ts";
import { type Probes, startProbesServer } from "./probes-server.ts";
import { readPageAssets } from "./read-page-assets.ts";
import type { RunningServer } from "./start-listener.ts";

interface AgentServers extends Probes, Omit<Hooks, "readSecret"> {
  readonly view: LiveView;
  readonly metrics: Probes["metrics"] & Hooks["metrics"];
  /** The secret of hooks, where the config has them. @see Hooks */
  readonly readSecret: (() => Promise<string>) | undefined;
}

/** Starts the probes, the page and the listener for hooks of an agent. Throws `ListenError`. @returns the stop function. */
export async function serveAgent(
  at: Pick<AgentConfig["agent"], "probes" | "page" | "hooks">,
  servers: AgentServers,
): Promise<() => Promise<void>> {
  const running: RunningServer[] = [];
  async function stop(): Promise<void> {
    await Promise.all(running.map(async (server) => server.close()));
  }
  try {
    running.push(await startProbesServer(at.probes, servers));
    const { view, now, readSecret } = servers;
    running.push(await startPageServer(at.page, { view, now, assets: await readPageAssets() }));
    if (at.hooks !== undefined && readSecret !== undefined) {
      running.push(await startHooksServer(at.hooks.listen, { ...servers, readSecret }));
    }
    return stop;
  } catch (error) {
    await stop();
    throw error;
  }
}
