import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildParts } from "../real/build-parts.ts";
import type { ClusterAddress } from "../real/cluster-address.ts";
import { startControlPlane } from "../real/start-control-plane.ts";
import { commitFiles, makeRepository } from "../support/git-repository.ts";
import { KubeClient } from "../support/kube-client.ts";
import { manifestFiles } from "../support/kube-manifests.ts";
import { benchConfigMap } from "./bench-config-map.ts";
import type { StackPlace } from "./bench-task.ts";
import { buildProgram } from "./build-program.ts";
import { type MeasuredProcess, startMeasuredProcess } from "./start-measured-process.ts";

export interface BenchOptions {
  /** Managed objects. */
  readonly objects: number;
  /** How often each way is measured; the ways take turns. */
  readonly rounds: number;
  readonly edits: number;
  /** Rollouts that are waited for, by the agent and by a plain client in turn: so many each. */
  readonly gates: number;
  /** Deployments that are looked at. */
  readonly looked: number;
  /** Foreign edits in a steady rhythm. */
  readonly drifts: number;
  /** Workloads that use Secrets. */
  readonly consumers: number;
  /** Secrets that change, one after the other. */
  readonly restarts: number;
  /** Drifts that are reported and offered, one after the other. */
  readonly reports: number;
  /** A folder for CPU profiles of the measured processes. */
  readonly profile: string | undefined;
}

/** The real API server, and what the measurements share. */
export interface BenchBed {
  readonly options: BenchOptions;
  readonly address: ClusterAddress;
  readonly admin: KubeClient;
  startProcess(): MeasuredProcess;
  freshNamespace(): Promise<string>;
  /** The objects of earlier runs must not make the lists of later ones longer. */
  emptyNamespace(namespace: string): Promise<void>;
  /** A new bare repository with so many ConfigMaps, a file each. */
  makeRepository(objects: number): Promise<string>;
  commit(repository: string, objects: number): Promise<void>;
  makePlace(from: Pick<StackPlace, "repository" | "source" | "config">): Promise<StackPlace>;
  close(): Promise<void>;
}

/**
 * @param plane whether controllers run: only what rolls needs them, and anything else is measured without their load.
 * @returns the reason when the machine cannot run the real servers.
 */
export async function openBenchBed(
  options: BenchOptions,
  { hasControllers }: { readonly hasControllers: boolean },
): Promise<BenchBed | string> {
  const built = await buildParts();
  if (built.kind === "missing") return built.reason;
  const program = await buildProgram();
  const plane = await startControlPlane(built.parts, { hasControllers });
  const { address } = plane;
  const admin = new KubeClient(address, "bench/1");
  const folder = await mkdtemp(join(tmpdir(), "lockstep-bench-"));
  const bed: BenchBed = {
    options,
    address,
    admin,
    startProcess: () => startMeasuredProcess(program, options.profile),
    async freshNamespace() {
      const name = freshName("bench");
      await admin.create({ apiVersion: "v1", kind: "Namespace", metadata: { name } });
      return name;
    },
    async emptyNamespace(namespace) {
      const path = `/api/v1/namespaces/${namespace}/configmaps`;
      await admin.request({ method: "DELETE", path });
    },
    async makeRepository(objects) {
      const repository = await makeRepository(join(folder, freshName("repository")));
      await bed.commit(repository, objects);
      return repository;
    },
    async commit(repository, objects) {
      const bodies = Array.from({ length: objects }, (_, index) => benchConfigMap(index));
      await commitFiles(repository, { files: manifestFiles(...bodies) });
    },
    async makePlace(from) {
      const name = freshName("bench");
      await mkdir(join(folder, name));
      return {
        ...from,
        name,
        namespace: await bed.freshNamespace(),
        agentNamespace: freshName("agent"),
        kubeconfig: address.kubeconfig,
        folder: join(folder, name),
      };
    },
    async close() {
      await admin.close();
      await plane.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return bed;
}

function freshName(prefix: string): string {
  return `${prefix}-${randomBytes(4).toString("hex")}`;
}
