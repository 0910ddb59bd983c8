import { createHash } from "node:crypto";
import { contentKeys } from "../../src/adapters/digest/create-content-keys.ts";
import { makeSetup } from "../../src/agent/make-setup.ts";
import { openStack } from "../../src/agent/open-stack.ts";
import type { Stack } from "../../src/agent/stack.ts";
import { parseConfig } from "../../src/core/config/parse-config.ts";
import type { LogPort } from "../../src/ports/log-port.ts";
import { FakeClock } from "./fake-clock.ts";
import { FakeCluster } from "./fake-cluster.ts";
import { FakeExternal } from "./fake-external.ts";
import { FakeForge } from "./fake-forge.ts";
import { FakeLedger } from "./fake-ledger.ts";
import { FakeSource } from "./fake-source.ts";
import { digest } from "./look-builder.ts";

/** The stack `shop` of the real agent code with everything outside of it in memory. */
export interface FakeStack {
  readonly stack: Stack;
  readonly cluster: FakeCluster;
  readonly source: FakeSource;
  readonly ledger: FakeLedger;
  readonly external: FakeExternal;
  readonly forge: FakeForge;
  readonly clock: FakeClock;
  /** Messages of warnings and errors. */
  readonly warnings: readonly string[];
  /** Messages of news. */
  readonly infos: readonly string[];
}

/**
 * Opens the stack. The agent's namespace `agents` exists, `shop` is the default one of manifests.
 *
 * @param written `config`: lines of the stack's config; `like`: outside as of a stack opened before, after a restart or of another
 * stack of the same agent.
 */
export function openFakeStack(
  written: {
    readonly config?: readonly string[];
    readonly like?: FakeStack;
    readonly name?: string;
    /** Another stack of the config, by name, with its repository. */
    readonly sibling?: { readonly name: string; readonly source: FakeSource };
    /** The stacks that are open. */
    readonly family?: Map<string, Stack>;
  } = {},
): FakeStack {
  const { cluster, source, ledger, clock, forge } = written.like ?? openOutside();
  const external = new FakeExternal();
  const warnings: string[] = [];
  const infos: string[] = [];
  const { config, stackConfig } = configOf(written.name ?? "shop", {
    lines: written.config ?? [],
    sibling: written.sibling?.name,
  });
  const setup = makeSetup(config, stackConfig, {
    ports: {
      cluster,
      source,
      ledger,
      external,
      clock,
      log: logInto(warnings, infos),
      metrics: NO_METRICS,
      contentKeys,
      offers: stackConfig.reports.pullRequest && { forge, branch: forge },
      digest,
    },
    version: "0.0.0-test",
    sha256: (text) => createHash("sha256").update(text).digest("base64url"),
    family: written.family ?? new Map<string, Stack>(),
    openSibling: () => written.sibling?.source ?? source,
  });
  const stack = openStack(setup);
  return { stack, cluster, source, ledger, external, forge, clock, warnings, infos };
}

function openOutside(): Pick<FakeStack, "cluster" | "source" | "ledger" | "clock" | "forge"> {
  const cluster = new FakeCluster();
  cluster.namespaces.add("agents");
  const source = new FakeSource();
  const forge = new FakeForge(source);
  return { cluster, source, forge, ledger: new FakeLedger(), clock: new FakeClock() };
}

/** A ConfigMap in `shop` as a file of the repository. */
export function configMapText(name: string, value: string, annotations = "{}"): string {
  return `apiVersion: v1
kind: ConfigMap
metadata: { name: ${name}, annotations: ${annotations} }
data: { x: "${value}" }
`;
}

const SIBLING_LINES = [
  "    source: { url: https://git.example/team/other }",
  "    namespace: shop",
];

function configOf(
  name: string,
  { lines, sibling }: { readonly lines: readonly string[]; readonly sibling: string | undefined },
): {
  readonly config: Parameters<typeof makeSetup>[0];
  readonly stackConfig: Parameters<typeof makeSetup>[1];
} {
  const text = [
    "cluster: { name: demo, connect: kubeconfig }",
    "agent: { namespace: agents }",
    "stacks:",
    `  - name: ${name}`,
    "    source: { url: https://git.example/team/stack }",
    "    namespace: shop",
    ...lines.map((line) => `    ${line}`),
    ...(sibling === undefined ? [] : [`  - name: ${sibling}`, ...SIBLING_LINES]),
    "",
  ].join("\n");
  const parsed = parseConfig(text, "agent.config.yaml");
  const stackConfig = parsed.ok ? parsed.value.config.stacks[0] : undefined;
  if (!parsed.ok || stackConfig === undefined) throw new Error(`no config: ${text}`);
  return { config: parsed.value.config, stackConfig };
}

const NO_METRICS = {
  passEnded: () => undefined,
  written: () => undefined,
  driftFound: () => undefined,
  phases: () => undefined,
  contested: () => undefined,
};

function logInto(warnings: string[], infos: string[]): LogPort {
  function note(message: string): void {
    warnings.push(message);
  }
  function inform(message: string): void {
    infos.push(message);
  }
  return { debug: () => undefined, info: inform, warn: note, error: note };
}
