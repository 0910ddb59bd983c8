import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { access, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { TestStack, WhenDone } from "./test-stack.ts";

const PROGRAM = join(import.meta.dirname, "../../dist/main.js");

/** `lockstep run` as a process of its own, on the objects and the repository of a test stack. */
export interface KillableAgent {
  readonly pid: number;
  /** SIGKILL: it gets no chance to give anything back. */
  kill(): Promise<void>;
  /** SIGSTOP: it sleeps, and knows nothing of it. */
  pause(): void;
  /** SIGCONT. */
  wake(): void;
  /** Changes the stack's lines of the configuration file while it runs. */
  configure(lines: readonly string[]): Promise<void>;
  /** What it said so far. */
  said(): string;
}

/** How the program is started. */
interface StartOptions {
  /** Of the stack's configuration, each indented by nothing: `mode: observe`. */
  readonly lines?: readonly string[];
  readonly whenDone?: WhenDone;
  /** On the loopback; by default free ones that nobody knows. */
  readonly ports?: { readonly page: number; readonly probes: number };
}

/** Starts the built program (`npm run build`). It is killed when the test ends. */
export async function startAgent(
  stack: TestStack,
  { lines = [], whenDone = onTestFinished, ports = { page: 0, probes: 0 } }: StartOptions = {},
): Promise<KillableAgent> {
  await access(PROGRAM).catch(() => {
    throw new Error("there is no dist/main.js: run npm run build first");
  });
  const folder = await mkdtemp(join(tmpdir(), "lockstep-agent-"));
  const config = join(folder, "agent.config.yaml");
  async function configure(written: readonly string[]): Promise<void> {
    await writeFile(config, configText(stack, written, ports));
  }
  await configure(lines);
  const child = spawn(process.execPath, [PROGRAM, "run", "--config", config], {
    cwd: folder,
    env: { PATH: "/usr/local/bin:/usr/bin:/bin" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => output.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => output.push(chunk));
  whenDone(async () => {
    await kill(child);
    await rm(folder, { recursive: true, force: true });
  });
  return {
    pid: child.pid ?? 0,
    kill: async () => kill(child),
    pause: () => void child.kill("SIGSTOP"),
    wake: () => void child.kill("SIGCONT"),
    configure,
    said: () => Buffer.concat(output).toString(),
  };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, "exit");
  child.kill("SIGKILL");
  await exit;
}

function configText(
  { agentNamespace, name, namespace, source, user }: TestStack,
  lines: readonly string[],
  { page, probes }: NonNullable<StartOptions["ports"]>,
): string {
  return [
    `cluster: { name: test, connect: kubeconfig, kubeconfig: ${user.kubeconfig} }`,
    `agent: { namespace: ${agentNamespace}, page: "127.0.0.1:${page}", probes: "127.0.0.1:${probes}" }`,
    "stacks:",
    `  - name: ${name}`,
    `    source: ${JSON.stringify(source)}`,
    `    namespace: ${namespace}`,
    ...lines.map((line) => `    ${line}`),
    "",
  ].join("\n");
}
