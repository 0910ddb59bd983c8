import type { TestProject } from "vitest/node";
import { KubeClient } from "../support/kube-client.ts";
import { buildParts, type RealParts } from "./build-parts.ts";
import { ENVIRONMENT } from "./environment.ts";
import { installElasticCrds } from "./install-elastic-crds.ts";
import type { ProvidedCluster } from "./provided-cluster.ts";
import { startControlPlane } from "./start-control-plane.ts";

interface SharedCluster {
  readonly provided: ProvidedCluster;
  stop(): Promise<void>;
}

/** Each Vitest project loads its own copy of this file, but they share the process and one control plane. */
const shared: { started?: Promise<SharedCluster>; users: number } = sharedSlot();

/** Starts the control plane with the first project that needs it, and stops it with the last. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.users += 1;
  shared.started ??= start();
  const cluster = await shared.started;
  project.provide("realCluster", cluster.provided);
  return async () => {
    shared.users -= 1;
    if (shared.users > 0) return;
    delete shared.started;
    await cluster.stop();
  };
}

async function start(): Promise<SharedCluster> {
  const built = await buildParts();
  return built.kind === "built" ? startWith(built.parts) : missing(built.reason);
}

async function startWith(parts: RealParts): Promise<SharedCluster> {
  const plane = await startControlPlane(parts);
  const admin = new KubeClient(plane.address, "global-setup/1");
  await installElasticCrds(admin);
  await admin.close();
  return { provided: { kind: "running", address: plane.address }, stop: async () => plane.stop() };
}

function missing(reason: string): SharedCluster {
  if (ENVIRONMENT.isRealRequired) throw new Error(`LOCKSTEP_REAL=required, but ${reason}`);
  process.stderr.write(`lockstep tests: tests on the real servers are skipped: ${reason}\n`);
  return { provided: { kind: "missing", reason }, stop: async () => {} };
}

function sharedSlot(): { started?: Promise<SharedCluster>; users: number } {
  const key = "lockstep.dev/test-cluster";
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a slot that only this file writes
  const holder = globalThis as { [key]?: { started?: Promise<SharedCluster>; users: number } };
  holder[key] ??= { users: 0 };
  return holder[key];
}
