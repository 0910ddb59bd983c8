import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { cronSchedule } from "../../src/adapters/clock/cron-schedule.ts";
import { closeStack } from "../../src/agent/open-stack.ts";
import { previewStack } from "../../src/agent/preview-stack.ts";
import { refreshTip } from "../../src/agent/refresh-source.ts";
import { runPass } from "../../src/agent/run-pass.ts";
import { runStack } from "../../src/agent/run-stack.ts";
import type { Stack } from "../../src/agent/stack.ts";
import { syncStack } from "../../src/agent/sync-stack.ts";
import type { ObjectStatus, StackStatus } from "../../src/core/report/status-document.ts";
import type { ClockPort } from "../../src/ports/clock-port.ts";
import type { ClusterPort } from "../../src/ports/cluster-port.ts";
import type { LeasePort } from "../../src/ports/lease-port.ts";
import type { LogPort } from "../../src/ports/log-port.ts";
import { connectStack, type WrittenSource } from "./connect-stack.ts";
import { eventually } from "./eventually.ts";
import { commitFiles, type Files, makeRepository } from "./git-repository.ts";
import { realClock } from "./real-clock.ts";
import { freshNamespace, type TestUser, takeUser } from "./real-cluster.ts";

/** Registers what is to be done when the test has ended. A concurrent test has to bring that of its own context. */
export type WhenDone = (end: () => Promise<void>) => void;

export interface TestStackOptions {
  readonly whenDone?: WhenDone;
  /** Of a stack opened before: the same cluster objects and repository, as after a restart of the agent. */
  readonly like?: TestStack;
  readonly user?: TestUser;
  readonly namespace?: string;
  /** The folder of the bare repository that `commit` writes to; by default it is the stack's source, too. */
  readonly repository?: string;
  /** Keys of the stack's `source` in place of the repository's folder: `{ url, caFile, tokenFile, username }`. */
  readonly source?: WrittenSource;
  readonly clock?: ClockPort;
  /** Lines of the stack's config, each indented by nothing: `mode: observe`. */
  readonly config?: readonly string[];
  /** Earlier names of the agent's field manager. */
  readonly renamedFrom?: readonly string[];
  readonly name?: string;
  /** What the reports call the cluster; by default `test`. */
  readonly clusterName?: string;
  /** Of the agent: two stacks of one agent share it. */
  readonly agentNamespace?: string;
  /**
   * The stacks of the same agent, by name, each with its repository (by default that of this stack): they know of each other. `open`:
   * those that this process has opened; each enters itself.
   */
  readonly family?: {
    readonly names: readonly string[];
    readonly repositories?: ReadonlyMap<string, string>;
    readonly open: Map<string, Stack>;
  };
  /** Stands between the agent and the cluster, to let something happen at an exact moment. */
  readonly wrapCluster?: (cluster: ClusterPort) => ClusterPort;
}

/** One stack of the real agent code on the real server, with a repository, a namespace and a user of its own. */
export interface TestStack {
  readonly name: string;
  readonly namespace: string;
  readonly agentNamespace: string;
  readonly repository: string;
  readonly source: WrittenSource;
  readonly user: TestUser;
  readonly stack: Stack;
  readonly lease: LeasePort;
  /** Every line that was logged, as JSON. */
  readonly logged: readonly string[];
  commit(files: Files, message?: string): Promise<string>;
  /** Asks the repository, then exactly one pass. */
  pass(): Promise<StackStatus>;
  preview(): Promise<StackStatus>;
  /** Passes until nothing moves any more by itself. */
  sync(timeoutMs?: number): Promise<StackStatus>;
  /** The agent's loop in the background, until `stop`. */
  start(): void;
  stop(): Promise<void>;
  /** The present status of one object. */
  object(id: string): ObjectStatus | undefined;
  /** Waits until the status satisfies the check. */
  until(what: string, check: (status: StackStatus) => boolean | undefined): Promise<StackStatus>;
}

export async function openTestStack(options: TestStackOptions = {}): Promise<TestStack> {
  const folder = await mkdtemp(join(tmpdir(), "lockstep-stack-"));
  const place = await choosePlace(options, folder);
  const { repository, user } = place;
  const logged: string[] = [];
  const { stack, lease } = connectStack({
    ...place,
    clusterName: options.clusterName,
    clock: options.clock ?? realClock,
    kubeconfig: user.kubeconfig,
    folder,
    config: options.config ?? [],
    renamedFrom: options.renamedFrom ?? [],
    siblings: siblingsOf(options.family, place),
    family: options.family?.open ?? new Map<string, Stack>(),
    wrapCluster: options.wrapCluster ?? ((cluster) => cluster),
    log: recordingLog(logged),
  });
  let running: { readonly end: AbortController; readonly loop: Promise<void> } | undefined;
  async function stop(): Promise<void> {
    running?.end.abort();
    await running?.loop;
    running = undefined;
  }
  const { whenDone = onTestFinished } = options;
  whenDone(async () => {
    await stop();
    await closeStack(stack);
    await stack.setup.ports.cluster.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    ...place,
    stack,
    lease,
    logged,
    commit: async (files, message = "change") => commitFiles(repository, { files, message }),
    async pass() {
      await refreshTip(stack);
      return (await runPass(stack, { isPreview: false })).status;
    },
    preview: async () => previewStack(stack),
    async sync(timeoutMs = 30_000) {
      // Like a sync in a process of its own: no pass at the tip of an earlier one.
      await refreshTip(stack);
      return syncStack(stack, {
        signal: new AbortController().signal,
        schedule: cronSchedule,
        lease,
        isOnePass: false,
        hasConfirmed: false,
        timeoutMs,
        onStatus: () => undefined,
      });
    },
    start() {
      const end = new AbortController();
      const loop = runStack(stack, {
        signal: end.signal,
        schedule: cronSchedule,
        lease,
        onStatus: () => undefined,
      });
      running = { end, loop };
    },
    stop,
    object: (id) => stack.status.objects.find((each) => each.id === id),
    until: async (what, check) =>
      eventually(what, () => (check(stack.status) === true ? stack.status : undefined)),
  };
}

type Place = Pick<
  TestStack,
  "name" | "namespace" | "agentNamespace" | "repository" | "source" | "user"
>;

/** What is told stays as told; of a stack opened before all but the user is the same; the rest is new. */
async function choosePlace(options: TestStackOptions, folder: string): Promise<Place> {
  const { like, user } = options;
  const told: Partial<Place> = { ...options, ...like, ...(user === undefined ? {} : { user }) };
  const suffix = randomBytes(4).toString("hex");
  const repository = told.repository ?? (await makeRepository(join(folder, "repository.git")));
  return {
    name: told.name ?? `s-${suffix}`,
    namespace: told.namespace ?? (await freshNamespace()),
    agentNamespace: told.agentNamespace ?? `agent-${suffix}`,
    repository,
    source: told.source ?? { url: repository },
    user: told.user ?? (await takeUser()),
  };
}

function siblingsOf(
  family: TestStackOptions["family"],
  { name: own, source }: Place,
): ReadonlyMap<string, WrittenSource> {
  const names = (family?.names ?? []).filter((name) => name !== own);
  return new Map(
    names.map((name) => {
      const url = family?.repositories?.get(name);
      return [name, url === undefined ? source : { url }];
    }),
  );
}

function recordingLog(lines: string[]): LogPort {
  function record(message: string, fields?: object): void {
    lines.push(JSON.stringify({ message, ...fields }));
  }
  return { debug: record, info: record, warn: record, error: record };
}
