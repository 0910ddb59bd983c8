import type { AgentConfig } from "../core/config/agent-config.ts";
import { EXIT_CODES } from "./exit-code.ts";
import type { Outside } from "./outside.ts";

/** Runs the embedded cluster alone until it is stopped, or says where the one is that another process runs. */
export async function runCluster(config: AgentConfig, outside: Outside): Promise<number> {
  const { isOwn, kubeconfig } = await outside.openEmbedded(config);
  const state = isOwn
    ? "The embedded cluster runs; Ctrl-C stops it, and the next start goes on from there."
    : "Another process runs the embedded cluster of this work folder.";
  outside.stdout(
    `${state}\n\n${LINES.map((line) => `  ${line}\n`).join("")}`.replace("$FILE", kubeconfig),
  );
  if (isOwn) await untilAborted(outside.signal);
  return EXIT_CODES.inSync;
}

const LINES = [
  "export KUBECONFIG=$FILE",
  "kubectl create deployment web --image=web:1.0.0 --replicas=3",
  "kubectl set image deployment/web web=web:2.0.0           # its pods roll, one after the other",
  "kubectl set image deployment/web web=web:broken-3.0.0    # an image that cannot be pulled",
];

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
