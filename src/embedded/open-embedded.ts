import { existsSync } from "node:fs";
import { join } from "node:path";
import { HUMAN_PACE, type Pace } from "./controllers/pace.ts";
import { EmbeddedError } from "./embedded-error.ts";
import { startEmbeddedCluster } from "./start-embedded-cluster.ts";

/** The embedded cluster of a work folder. */
export interface OpenEmbedded {
  readonly kubeconfig: string;
  /** Whether this process runs it; else another one does. */
  readonly isOwn: boolean;
  /** Ends it when it is our own. */
  close(): Promise<void>;
}

interface EmbeddedPlace {
  /** Its state lies in `<workDir>/cluster`, its kubeconfig is `<workDir>/kubeconfig`. */
  readonly workDir: string;
  readonly listen: { readonly host: string; readonly port: number };
  readonly podStartMs: number;
  readonly onDefect: (error: unknown) => void;
  readonly report: (message: string) => void;
}

/** Below this wait, what fails would be tried again without a pause. */
const BACK_OFF_MIN_MS = 200;

/**
 * Starts the embedded cluster of a work folder, or joins the one that another process runs there: an agent and the commands
 * beside it are to see one cluster.
 *
 * @throws {EmbeddedError} when it can do neither.
 */
export async function openEmbedded(place: EmbeddedPlace): Promise<OpenEmbedded> {
  const { workDir, listen, podStartMs, onDefect, report } = place;
  const kubeconfig = join(workDir, "kubeconfig");
  try {
    const cluster = await startEmbeddedCluster({
      folder: join(workDir, "cluster"),
      listen,
      kubeconfig,
      pace: paceOf(podStartMs),
      onDefect,
      report,
    });
    return { kubeconfig, isOwn: true, close: async () => cluster.close() };
  } catch (error) {
    const isShared = error instanceof EmbeddedError && error.code === "in-use";
    if (!isShared || !existsSync(kubeconfig)) throw error;
    return { kubeconfig, isOwn: false, close: async () => {} };
  }
}

/** Everything as much faster or slower as the pods. */
function paceOf(podStartMs: number): Pace {
  const factor = podStartMs / HUMAN_PACE.podStartMs;
  return {
    podStartMs,
    podStopMs: HUMAN_PACE.podStopMs * factor,
    jobRunMs: HUMAN_PACE.jobRunMs * factor,
    backOffMs: Math.max(BACK_OFF_MIN_MS, HUMAN_PACE.backOffMs * Math.min(1, factor)),
    provisionMs: HUMAN_PACE.provisionMs * factor,
  };
}
