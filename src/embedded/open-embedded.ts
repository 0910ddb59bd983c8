import { connect } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { readServer } from "./api/read-server.ts";
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

/** How long another process may take from the lock of the folder to its first answer. */
const JOIN_MS_MAX = 10_000;
const JOIN_POLL_MS = 100;

/**
 * Starts the embedded cluster of a work folder, or joins the one that another process runs there: an agent and the commands
 * beside it are to see one cluster. Waits a while for another one that is starting or ending just now.
 *
 * @throws {EmbeddedError} when it can do neither.
 */
export async function openEmbedded(place: EmbeddedPlace): Promise<OpenEmbedded> {
  const kubeconfig = join(place.workDir, "kubeconfig");
  for (const deadline = Date.now() + JOIN_MS_MAX; ; ) {
    try {
      // oxlint-disable-next-line no-await-in-loop -- one try after the other
      return await startOwn(place, kubeconfig);
    } catch (error) {
      const isShared = error instanceof EmbeddedError && error.code === "in-use";
      if (!isShared) throw error;
      // oxlint-disable-next-line no-await-in-loop -- as above
      if (await answers(kubeconfig)) return { kubeconfig, isOwn: false, close: async () => {} };
      if (Date.now() > deadline) throw error;
    }
    // oxlint-disable-next-line no-await-in-loop -- the wait between two tries
    await delay(JOIN_POLL_MS);
  }
}

async function startOwn(place: EmbeddedPlace, kubeconfig: string): Promise<OpenEmbedded> {
  const { workDir, listen, podStartMs, onDefect, report } = place;
  const cluster = await startEmbeddedCluster({
    folder: join(workDir, "cluster"),
    listen,
    kubeconfig,
    pace: paceOf(podStartMs),
    onDefect,
    report,
  });
  return { kubeconfig, isOwn: true, close: async () => cluster.close() };
}

/** Whether somebody listens where the kubeconfig points: that of an earlier start may still be there. */
async function answers(kubeconfig: string): Promise<boolean> {
  const url = readServer(kubeconfig);
  if (url === undefined) return false;
  return new Promise((resolve) => {
    const host = url.hostname.replace(/^\[|\]$/g, "");
    const socket = connect({ host, port: Number(url.port) }, () => {
      resolve(true);
      socket.destroy();
    });
    socket.on("error", () => {
      resolve(false);
    });
  });
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
