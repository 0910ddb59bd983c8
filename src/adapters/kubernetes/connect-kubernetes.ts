import type { ClockPort } from "../../ports/clock-port.ts";
import type { ClusterPort } from "../../ports/cluster-port.ts";
import type { LeasePort } from "../../ports/lease-port.ts";
import type { LogPort } from "../../ports/log-port.ts";
import { CredentialCache } from "./credential-cache.ts";
import { HttpClient } from "./http-client.ts";
import { KubernetesCluster } from "./kubernetes-cluster.ts";
import { KubernetesLease } from "./kubernetes-lease.ts";
import { type CredentialSource, loadCredentials } from "./load-credentials.ts";

export interface ConnectOptions {
  readonly credentials: CredentialSource;
  /** Field manager (`agent.name`). */
  readonly manager: string;
  /** The agent's own namespace, where its Leases are. */
  readonly namespace: string;
  /** Who holds Leases: unique among replicas and restarts. */
  readonly holder: string;
  /** `lockstep/<version>`. */
  readonly userAgent: string;
  readonly concurrency: number;
  readonly log: LogPort;
  readonly clock: ClockPort;
}

/**
 * Opens one cluster: the port for objects and the one for Leases, over the same connections. Sends nothing yet; closing
 * the cluster closes both.
 */
export function connectKubernetes(options: ConnectOptions): {
  readonly cluster: ClusterPort;
  readonly lease: LeasePort;
  /** URL of the API server. @throws {ClusterError} */
  readonly findServer: () => Promise<string>;
} {
  const { manager, namespace, holder, userAgent, concurrency, log, clock } = options;
  let isNamed = false;
  const credentials = new CredentialCache(async () => {
    const loaded = await loadCredentials(options.credentials);
    // A kubeconfig may lead to another cluster than a person thinks.
    if (!isNamed) log.info(`the cluster is ${loaded.server}`);
    isNamed = true;
    return loaded;
  });
  const client = new HttpClient({ credentials, userAgent, concurrency });
  return {
    cluster: new KubernetesCluster({ client, manager, concurrency, log }),
    lease: new KubernetesLease({ client, manager, namespace, holder, clock }),
    findServer: async () => (await credentials.get()).server,
  };
}
