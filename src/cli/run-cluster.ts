import type { AgentConfig } from "../core/config/agent-config.ts";
import { EXIT_CODES } from "./exit-code.ts";
import type { Line } from "./line.ts";
import type { Outside } from "./outside.ts";
import { paintLines } from "./paint-line.ts";
import { shellText } from "./shell-text.ts";

/** Runs the embedded cluster alone until it is stopped, or says where the one is that another process runs. */
export async function runCluster(config: AgentConfig, outside: Outside): Promise<number> {
  const { isOwn, kubeconfig } = await outside.openEmbedded(config);
  outside.stdout(paintLines(linesOf(kubeconfig, isOwn), outside.palette));
  if (isOwn) await untilAborted(outside.signal);
  return EXIT_CODES.inSync;
}

function linesOf(kubeconfig: string, isOwn: boolean): readonly Line[] {
  const state = isOwn
    ? "The embedded cluster runs; Ctrl-C stops it, and the next start goes on from there."
    : "Another process runs the embedded cluster of this work folder.";
  // What is exported is to hold in every folder.
  const path = kubeconfig.startsWith("/")
    ? shellText(kubeconfig)
    : `"$PWD"/${shellText(kubeconfig)}`;
  return [[state], [], command(`export KUBECONFIG=${path}`), ...TO_TRY, []];
}

const TO_TRY: readonly Line[] = [
  command("kubectl create deployment web --image=web:1.0.0 --replicas=3"),
  command("kubectl set image deployment/web web=web:2.0.0", "its pods roll, one after the other"),
  command("kubectl set image deployment/web web=web:broken-3.0.0", "an image that nobody has"),
];

function command(text: string, note = ""): Line {
  const comment = note === "" ? "" : `  # ${note}`;
  return ["  ", { text, tone: "strong" }, { text: comment, tone: "faint" }];
}

async function untilAborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return;
  await new Promise<void>((resolve) => {
    signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
