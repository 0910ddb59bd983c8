import { join } from "node:path";
import { request } from "undici";
import { isJsonObject, type JsonObject, listAt, textAt } from "../../src/core/object/json.ts";
import { KubeClient } from "../support/kube-client.ts";
import { ApiServer } from "./api-server.ts";
import type { RealParts } from "./build-parts.ts";
import { type ChildProgram, ChildPrograms } from "./child-programs.ts";
import type { ClusterAddress } from "./cluster-address.ts";
import {
  addressOf,
  type ControlPlanePlan,
  type Program,
  planControlPlane,
} from "./control-plane-plan.ts";
import { untilReady } from "./until-ready.ts";
import { writeKubeconfig } from "./write-kubeconfig.ts";

/** A running control plane. */
export interface ControlPlane {
  readonly address: ClusterAddress;
  /** Ends kube-apiserver; etcd and the rest go on. */
  stopApiServer(): Promise<void>;
  /** Starts it again on the same port and waits until it is ready. */
  startApiServer(): Promise<void>;
  /** Makes etcd forget all revisions before the present one. */
  compactEtcd(): Promise<void>;
  /** Ends all programs and removes their folder. */
  stop(): Promise<void>;
}

interface ControlPlaneOptions {
  /** Without them there is only the API: no pods run, nothing is garbage collected. */
  readonly hasControllers: boolean;
}

/** Starts etcd, kube-apiserver, the controllers and kwok with one ready Node, on free loopback ports. */
export async function startControlPlane(
  parts: RealParts,
  options: ControlPlaneOptions = { hasControllers: true },
): Promise<ControlPlane> {
  const plan = await planControlPlane(parts);
  const programs = new ChildPrograms(plan.folder);
  try {
    await startEtcd(plan, programs);
    const api = new ApiServer(plan, programs);
    await api.start();
    if (options.hasControllers) await startControllers(plan, programs);
    return {
      address: await addressOf(plan),
      stopApiServer: async () => api.stop(),
      startApiServer: async () => api.start(),
      compactEtcd: async () => compactEtcd(plan.etcdUrl),
      stop: async () => programs.stop(),
    };
  } catch (error) {
    const tail = await programs.logTail("kube-apiserver").catch(() => "");
    await programs.stop();
    throw new Error(`the control plane did not start\n${tail}`, { cause: error });
  }
}

async function startEtcd(plan: ControlPlanePlan, programs: ChildPrograms): Promise<void> {
  const etcd = programs.start("etcd", plan.parts.controlPlane, [
    "etcd",
    `--data-dir=${join(plan.folder, "etcd")}`,
    `--listen-client-urls=${plan.etcdUrl}`,
    `--advertise-client-urls=${plan.etcdUrl}`,
    `--listen-peer-urls=${plan.etcdPeerUrl}`,
    `--initial-advertise-peer-urls=${plan.etcdPeerUrl}`,
    `--initial-cluster=default=${plan.etcdPeerUrl}`,
    "--unsafe-no-fsync",
    "--log-level=error",
  ]);
  await untilReady(etcd, async () => {
    const answer = await request(`${plan.etcdUrl}/health`);
    await answer.body.dump();
    return answer.statusCode === 200;
  });
}

async function startControllers(plan: ControlPlanePlan, programs: ChildPrograms): Promise<void> {
  const { controlPlane, kwok } = plan.parts;
  const manager = programs.start("kube-controller-manager", controlPlane, [
    "kube-controller-manager",
    `--kubeconfig=${await kubeconfigOf("controller-manager", plan)}`,
    "--controllers=*,-nodeipam,-attachdetach",
    "--leader-elect=false",
    "--secure-port=0",
    `--service-account-private-key-file=${join(plan.folder, "service-account.key")}`,
    `--root-ca-file=${join(plan.folder, "certificates", "apiserver.crt")}`,
    "--kube-api-qps=1000",
    "--kube-api-burst=2000",
    // The fake node sends no heartbeat.
    "--node-monitor-grace-period=8760h",
  ]);
  programs.start("kube-scheduler", controlPlane, [
    "kube-scheduler",
    `--kubeconfig=${await kubeconfigOf("scheduler", plan)}`,
    "--leader-elect=false",
    "--bind-address=127.0.0.1",
    `--secure-port=${plan.schedulerPort}`,
    `--cert-dir=${join(plan.folder, "scheduler-certificates")}`,
    "--kube-api-qps=1000",
    "--kube-api-burst=2000",
  ]);
  programs.start("kwok", kwok, [
    `--kubeconfig=${await kubeconfigOf("kwok", plan)}`,
    "--manage-all-nodes=true",
    "--node-lease-duration-seconds=0",
    `--config=${join(import.meta.dirname, "stages", "node.yaml")}`,
    `--config=${join(import.meta.dirname, "stages", "pod.yaml")}`,
  ]);
  await untilPodsCanRun(plan, manager);
}

async function kubeconfigOf(program: Program, plan: ControlPlanePlan): Promise<string> {
  const address = { ...(await addressOf(plan)), token: plan.tokens[program] };
  return writeKubeconfig(join(plan.folder, `${program}.kubeconfig`), address);
}

/** Pods need a ready Node without taints and the namespace's service account. */
async function untilPodsCanRun(plan: ControlPlanePlan, manager: ChildProgram): Promise<void> {
  const admin = new KubeClient(await addressOf(plan), "start-control-plane/1");
  await admin.create({
    apiVersion: "v1",
    kind: "Node",
    metadata: { name: "fake", annotations: { "kwok.x-k8s.io/node": "fake" } },
  });
  await untilReady(manager, async () => {
    const node = await admin.get({ apiVersion: "v1", kind: "Node", name: "fake" });
    return isReady(node) && listAt(node, "spec", "taints").length === 0;
  });
  const account = {
    apiVersion: "v1",
    kind: "ServiceAccount",
    namespace: "default",
    name: "default",
  };
  await untilReady(manager, async () => (await admin.find(account)) !== undefined);
  await admin.close();
}

function isReady(node: JsonObject): boolean {
  return listAt(node, "status", "conditions").some(
    (each) => textAt(each, "type") === "Ready" && textAt(each, "status") === "True",
  );
}

/** Through etcd's JSON gateway, where each answer names the present revision. */
async function compactEtcd(etcdUrl: string): Promise<void> {
  const present = await postTo(`${etcdUrl}/v3/kv/range`, { key: "AA==", limit: "1" });
  const revision = textAt(present, "header", "revision") ?? "";
  await postTo(`${etcdUrl}/v3/kv/compaction`, { revision, physical: true });
}

async function postTo(url: string, body: JsonObject): Promise<JsonObject> {
  const answer = await request(url, { method: "POST", body: JSON.stringify(body) });
  const text = await answer.body.text();
  const value: unknown = JSON.parse(text);
  if (answer.statusCode !== 200 || !isJsonObject(value)) throw new Error(`${url}: ${text}`);
  return value;
}
