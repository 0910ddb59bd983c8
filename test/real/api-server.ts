import { join } from "node:path";
import { KubeClient } from "../support/kube-client.ts";
import type { ChildProgram, ChildPrograms } from "./child-programs.ts";
import { addressOf, type ControlPlanePlan } from "./control-plane-plan.ts";
import { untilReady } from "./until-ready.ts";

/** kube-apiserver: the one program that tests end and start again while the rest goes on. */
export class ApiServer {
  readonly #plan: ControlPlanePlan;
  readonly #programs: ChildPrograms;
  #program: ChildProgram | undefined;

  constructor(plan: ControlPlanePlan, programs: ChildPrograms) {
    this.#plan = plan;
    this.#programs = programs;
  }

  /** Starts it and waits until it says that it is ready. */
  async start(): Promise<void> {
    const { parts } = this.#plan;
    const program = this.#programs.start("kube-apiserver", parts.controlPlane, this.#args());
    this.#program = program;
    await untilReady(program, async () => this.#isReady());
  }

  async stop(): Promise<void> {
    await this.#program?.stop();
  }

  async #isReady(): Promise<boolean> {
    const client = new KubeClient(await addressOf(this.#plan));
    try {
      return (await client.request({ method: "GET", path: "/readyz" })).status === 200;
    } finally {
      await client.close();
    }
  }

  #args(): string[] {
    const { folder, etcdUrl, apiPort, auditLog } = this.#plan;
    return [
      "kube-apiserver",
      `--etcd-servers=${etcdUrl}`,
      "--bind-address=127.0.0.1",
      `--secure-port=${apiPort}`,
      `--cert-dir=${join(folder, "certificates")}`,
      "--service-account-issuer=https://kubernetes.default.svc",
      `--service-account-key-file=${join(folder, "service-account.pub")}`,
      `--service-account-signing-key-file=${join(folder, "service-account.key")}`,
      `--token-auth-file=${join(folder, "tokens.csv")}`,
      "--authorization-mode=RBAC",
      "--service-cluster-ip-range=10.0.0.0/24",
      `--audit-policy-file=${join(import.meta.dirname, "audit-policy.yaml")}`,
      `--audit-log-path=${auditLog}`,
      // Blocking: an answer that came back is already in the log. Never rotated while a test reads it.
      "--audit-log-mode=blocking",
      "--audit-log-maxsize=100000",
      // A test's burst of requests must not be told to wait.
      "--max-requests-inflight=2000",
      "--max-mutating-requests-inflight=1000",
      // Watches end at once when a test restarts the server.
      "--shutdown-watch-termination-grace-period=0s",
    ];
  }
}
