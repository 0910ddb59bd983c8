import type { Listen } from "../core/config/agent-config.ts";
import { type Answer, textAnswer } from "./answer.ts";
import type { RunningServer } from "./start-listener.ts";
import { startServer } from "./start-server.ts";

export interface Probes {
  /** Ready: the config is read, the cluster answers, every stack had its first pass. */
  readonly isReady: () => boolean;
  readonly metrics: { readonly text: () => Promise<string>; readonly contentType: string };
}

/**
 * Serves `/healthz` (the process answers), `/readyz` and `/metrics` at `agent.probes`. Throws `ListenError`.
 *
 * Unlike the page it answers under any Host: a kubelet asks by the pod's address, a Prometheus by a name that only its cluster
 * knows, and neither is known here. What a stranger's page could read by a name of its own pointing here are figures, no objects.
 */
export async function startProbesServer(listen: Listen, probes: Probes): Promise<RunningServer> {
  return startServer({
    listen,
    key: "agent.probes",
    answer: async ({ path }) => answerProbe(path, probes),
  });
}

async function answerProbe(path: string, { isReady, metrics }: Probes): Promise<Answer> {
  switch (path) {
    case "/healthz":
      return textAnswer(200, "ok");
    case "/readyz":
      return isReady() ? textAnswer(200, "ok") : textAnswer(503, "not ready");
    case "/metrics":
      return { status: 200, contentType: metrics.contentType, body: await metrics.text() };
    default:
      return textAnswer(404, "There is /healthz, /readyz and /metrics.");
  }
}
