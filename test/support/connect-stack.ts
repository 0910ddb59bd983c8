import { createHash, randomBytes } from "node:crypto";
import { join } from "node:path";
import { contentKeys } from "../../src/adapters/digest/create-content-keys.ts";
import { createExternal } from "../../src/adapters/external/create-external.ts";
import { openOffers } from "../../src/adapters/forge/open-offers.ts";
import { chooseCommitter } from "../../src/adapters/git/choose-committer.ts";
import { openLedger } from "../../src/adapters/git/open-ledger.ts";
import { openSource } from "../../src/adapters/git/open-source.ts";
import { connectKubernetes } from "../../src/adapters/kubernetes/connect-kubernetes.ts";
import { makeSetup } from "../../src/agent/make-setup.ts";
import { openStack } from "../../src/agent/open-stack.ts";
import type { Stack } from "../../src/agent/stack.ts";
import { parseConfig } from "../../src/core/config/parse-config.ts";
import type { ClockPort } from "../../src/ports/clock-port.ts";
import type { ClusterPort } from "../../src/ports/cluster-port.ts";
import type { LeasePort } from "../../src/ports/lease-port.ts";
import type { LogPort } from "../../src/ports/log-port.ts";

/** How the stack reaches the repository that the test commits to. */
export interface WrittenSource {
  readonly url: string;
  readonly caFile?: string;
  readonly tokenFile?: string;
  readonly username?: string;
}

/** Where a stack lives and with what it is joined; all of it is the caller's to make and to close. */
export interface StackConnection {
  readonly name: string;
  /** What the reports call the cluster; by default `test`. */
  readonly clusterName?: string | undefined;
  readonly namespace: string;
  readonly agentNamespace: string;
  readonly source: WrittenSource;
  readonly clock: ClockPort;
  readonly kubeconfig: string;
  /** The agent's working folder. */
  readonly folder: string;
  /** Lines of the stack's config, each indented by nothing: `mode: observe`. */
  readonly config: readonly string[];
  /** Earlier names of the field manager. */
  readonly renamedFrom?: readonly string[];
  /** Other stacks of the same config, by name, each with its repository. */
  readonly siblings: ReadonlyMap<string, WrittenSource>;
  /** The stacks of the agent that are open. */
  readonly family: Map<string, Stack>;
  readonly wrapCluster: (cluster: ClusterPort) => ClusterPort;
  readonly log: LogPort;
}

/** Joins the real agent code to a real server and a real repository, as `main.ts` does; knows no test runner. */
export function connectStack(to: StackConnection): {
  readonly stack: Stack;
  readonly lease: LeasePort;
} {
  const text = [
    `cluster: { name: ${to.clusterName ?? "test"}, connect: kubeconfig }`,
    `agent: { namespace: ${to.agentNamespace}, renamedFrom: ${JSON.stringify(to.renamedFrom ?? [])} }`,
    "stacks:",
    `  - name: ${to.name}`,
    `    source: ${JSON.stringify(to.source)}`,
    `    namespace: ${to.namespace}`,
    ...to.config.map((line) => `    ${line}`),
    ...[...to.siblings].map(
      ([name, source]) =>
        `  - { name: ${name}, namespace: ${to.namespace}, source: ${JSON.stringify(source)} }`,
    ),
    "",
  ].join("\n");
  const parsed = parseConfig(text, "test.config.yaml");
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const { config } = parsed.value;
  const [stackConfig] = config.stacks;
  if (stackConfig === undefined) throw new Error("a config without a stack");
  const { name: manager, concurrency, namespace } = config.agent;
  const { cluster, lease, findServer } = connectKubernetes({
    credentials: { kind: "kubeconfig", files: [to.kubeconfig], context: undefined },
    manager,
    namespace,
    holder: `test-${randomBytes(4).toString("hex")}`,
    userAgent: "lockstep/test",
    concurrency,
    log: to.log,
    clock: to.clock,
  });
  const surroundings = {
    workDir: to.folder,
    configFolder: to.folder,
    token: undefined,
    httpsProxy: undefined,
    noProxy: undefined,
    searchPath: "/usr/local/bin:/usr/bin:/bin",
    clock: to.clock,
  };
  const commits = chooseCommitter(config, stackConfig, to.folder);
  const { branch } = stackConfig.reports;
  const stack = openStack(
    makeSetup(config, stackConfig, {
      ports: {
        cluster: to.wrapCluster(cluster),
        source: openSource(stackConfig.source, surroundings),
        ledger: openLedger(stackConfig.source, { branch, ...commits }, surroundings),
        external: createExternal({ findServer }),
        offers: openOffers(stackConfig, commits, { ...surroundings, forgeToken: undefined }),
        clock: to.clock,
        log: to.log,
        metrics: {
          passEnded: () => undefined,
          written: () => undefined,
          driftFound: () => undefined,
          phases: () => undefined,
          contested: () => undefined,
        },
        contentKeys,
        digest: (value) => createHash("sha256").update(value).digest("hex"),
      },
      version: "0.0.0-test",
      sha256: (value) => createHash("sha256").update(value).digest("base64url"),
      family: to.family,
      openSibling: ({ name, source }) =>
        openSource(source, { ...surroundings, workDir: join(to.folder, "siblings", name) }),
    }),
  );
  return { stack, lease };
}
