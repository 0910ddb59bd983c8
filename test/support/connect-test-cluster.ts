import { onTestFinished } from "vitest";
import { connectKubernetes } from "../../src/adapters/kubernetes/connect-kubernetes.ts";
import type { ClockPort } from "../../src/ports/clock-port.ts";
import type { ClusterPort } from "../../src/ports/cluster-port.ts";
import type { LeasePort } from "../../src/ports/lease-port.ts";
import type { LogPort } from "../../src/ports/log-port.ts";
import { type TestUser, takeUser } from "./real-cluster.ts";
import { SILENT_LOG, SYSTEM_CLOCK } from "./system-ports.ts";

/** The product's connection to the shared control plane, as a user of its own; closed when the test ends. */
export interface TestConnection {
  readonly cluster: ClusterPort;
  readonly lease: LeasePort;
  readonly user: TestUser;
  /** Lines of level error: a defect that the adapter caught. */
  readonly errors: readonly string[];
}

export interface TestConnectionOptions {
  readonly manager?: string;
  readonly user?: TestUser;
  readonly namespace?: string;
  readonly holder?: string;
  readonly clock?: ClockPort;
}

export async function connectTestCluster(
  options: TestConnectionOptions = {},
): Promise<TestConnection> {
  const user = options.user ?? (await takeUser());
  const errors: string[] = [];
  const { cluster, lease } = connectKubernetes({
    credentials: { kind: "kubeconfig", files: [user.kubeconfig], context: undefined },
    manager: options.manager ?? "lockstep",
    namespace: options.namespace ?? "lockstep-system",
    holder: options.holder ?? user.name,
    userAgent: "lockstep/test",
    concurrency: 16,
    log: collectErrors(errors),
    clock: options.clock ?? SYSTEM_CLOCK,
  });
  onTestFinished(async () => cluster.close());
  return { cluster, lease, user, errors };
}

function collectErrors(errors: string[]): LogPort {
  return {
    ...SILENT_LOG,
    error: (message, fields) => errors.push(`${message} ${JSON.stringify(fields)}`),
  };
}
