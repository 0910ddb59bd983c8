import { randomInt, randomUUID } from "node:crypto";
import { keepCredentials } from "./api/keep-credentials.ts";
import { startApiServer } from "./api/start-api-server.ts";
import { type ClusterAddress, writeKubeconfig } from "./api/write-kubeconfig.ts";
import { HUMAN_PACE, type Pace } from "./controllers/pace.ts";
import { startControllers } from "./controllers/start-controllers.ts";
import { systemTimers } from "./controllers/system-timers.ts";
import { openCatalogue } from "./kinds/open-catalogue.ts";
import type { World } from "./kinds/resource.ts";
import { seedCluster } from "./seed-cluster.ts";
import type { ObjectStore } from "./store/object-store.ts";
import { openStore } from "./store/open-store.ts";

/** What an embedded cluster is started with. */
export interface EmbeddedClusterOptions {
  /** Where its objects, its certificate and its token are kept; made when it is not there. `undefined`: in memory only. */
  readonly folder: string | undefined;
  /** A loopback address; port 0 lets the system choose. */
  readonly listen: { readonly host: string; readonly port: number };
  /** Path of the kubeconfig to write. */
  readonly kubeconfig?: string;
  /** A speed that a person can follow, when left out. */
  readonly pace?: Pace;
  /** `api-server`: only what a kube-apiserver does itself. All when left out. */
  readonly controllers?: "api-server" | "cluster";
  /** Takes an error that is a defect of the embedded cluster, which goes on. Thrown to the process when left out. */
  readonly onDefect?: (error: unknown) => void;
  /** Told in one sentence what was mended at the start. */
  readonly report?: (message: string) => void;
}

/** An embedded cluster that runs. */
export interface EmbeddedCluster extends ClusterAddress {
  /** Ends watches and controllers and writes what is still to be written. Resolves within a second. */
  close(): Promise<void>;
}

/** Changes of one collection that are kept for watches and the next pages of lists. */
const HISTORY_MAX = 2000;
const LETTERS = "bcdfghjklmnpqrstvwxz2456789";

/**
 * Starts a small Kubernetes cluster in this process: the API over HTTPS, and controllers that play what nodes and the
 * controller manager do.
 * @throws {EmbeddedError} when the folder or the port cannot be used.
 */
export async function startEmbeddedCluster(
  options: EmbeddedClusterOptions,
): Promise<EmbeddedCluster> {
  const { folder, report } = options;
  const store = openStore({
    folder,
    historyMax: HISTORY_MAX,
    ...(report === undefined ? {} : { report }),
  });
  try {
    return await startOn(store, options);
  } catch (error) {
    store.close();
    throw error;
  }
}

async function startOn(
  store: ObjectStore,
  options: EmbeddedClusterOptions,
): Promise<EmbeddedCluster> {
  const { folder, listen, kubeconfig, onDefect = throwLater } = options;
  const world: World = {
    store,
    catalogue: openCatalogue(store),
    now: () => Date.now(),
    randomText,
    newUid: () => randomUUID(),
  };
  const { certificate, token } = keepCredentials(folder, world.now());
  seedCluster(world);
  const server = await startApiServer({ world, listen, token, certificate, onDefect });
  try {
    const client = { url: urlOf(listen.host, server.port), token, ca: certificate.cert };
    if (kubeconfig !== undefined) writeKubeconfig(kubeconfig, client);
    const controllers = startControllers({
      world,
      timers: systemTimers(),
      pace: options.pace ?? HUMAN_PACE,
      scope: options.controllers ?? "cluster",
      rootCa: certificate.cert,
      onDefect,
    });
    return {
      ...client,
      async close() {
        controllers.stop();
        await server.close();
        store.close();
      },
    };
  } catch (error) {
    await server.close();
    throw error;
  }
}

function urlOf(host: string, port: number): string {
  return `https://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** As an error that nobody catches: it ends the process. */
function throwLater(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}

/** As Kubernetes writes generated names: no vowels, so that no words come about. */
function randomText(length: number): string {
  return Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)] ?? "").join("");
}
