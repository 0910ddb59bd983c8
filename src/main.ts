#!/usr/bin/env node
import { createHash, randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { homedir, hostname } from "node:os";
import { dirname, join, resolve } from "node:path";
import { cronSchedule } from "./adapters/clock/cron-schedule.ts";
import { createSystemClock } from "./adapters/clock/system-clock.ts";
import { FolderSource } from "./adapters/files/folder-source.ts";
import { readConfigFile } from "./adapters/files/read-config-file.ts";
import { locateRepository } from "./adapters/git/locate-repository.ts";
import { openLedger } from "./adapters/git/open-ledger.ts";
import { openSource } from "./adapters/git/open-source.ts";
import { seedRepository } from "./adapters/git/seed-repository.ts";
import { connectKubernetes } from "./adapters/kubernetes/connect-kubernetes.ts";
import type { CredentialSource } from "./adapters/kubernetes/load-credentials.ts";
import { createLog } from "./adapters/log/create-log.ts";
import { createMetrics } from "./adapters/metrics/create-metrics.ts";
import { makeSetup } from "./agent/make-setup.ts";
import { openStack } from "./agent/open-stack.ts";
import { EXIT_CODES } from "./cli/exit-code.ts";
import type { OpenedStack, Outside, Screen, Served } from "./cli/outside.ts";
import { choosePalette } from "./cli/palette.ts";
import { parseArguments } from "./cli/parse-arguments.ts";
import { renderJson } from "./cli/render-json.ts";
import { renderProblems } from "./cli/render-problems.ts";
import { renderRefusal } from "./cli/render-refusal.ts";
import { runCommand } from "./cli/run-command.ts";
import { AgentError } from "./core/agent-error.ts";
import type { AgentConfig, ClusterConfig, StackConfig } from "./core/config/agent-config.ts";
import type { SourcePort } from "./ports/source-port.ts";
import { startPageServer } from "./web/page-server.ts";
import { startProbesServer } from "./web/probes-server.ts";

const environment = {
  kubeconfig: process.env["KUBECONFIG"],
  searchPath: process.env["PATH"] ?? "",
  httpsProxy: process.env["HTTPS_PROXY"] ?? process.env["https_proxy"],
  noProxy: process.env["NO_PROXY"] ?? process.env["no_proxy"],
  noColor: process.env["NO_COLOR"],
  term: process.env["TERM"],
  debug: process.env["LOCKSTEP_DEBUG"],
};

const clock = createSystemClock();
const metrics = createMetrics();
const ending = new AbortController();
/** Where log lines go: above the frame while one is drawn. */
let writeLog = writeToStderr;
const log = createLog({
  level: (environment.debug ?? "") === "" ? "info" : "debug",
  format: process.stderr.isTTY ? "text" : "json",
  write: (line) => {
    writeLog(line);
  },
});
const screen: Screen = {
  isTerminal: process.stderr.isTTY,
  palette: choosePalette({ isTerminal: process.stderr.isTTY, ...environment }),
  columns: () => process.stderr.columns,
  rows: () => process.stderr.rows,
  write: writeToStderr,
};

/** From the first signal to the end at the latest, in milliseconds; supervisors kill after ten seconds and more. */
const END_MS = 4_000;

/** One connection to the cluster for all stacks; opened by the first. */
let connection: ReturnType<typeof connectKubernetes> | undefined;

process.exitCode = await main();

function writeToStderr(text: string): void {
  process.stderr.write(text);
}

async function main(): Promise<number> {
  const version = await readVersion();
  const parsed = parseArguments(process.argv.slice(2), version);
  if (!parsed.ok) {
    screen.write(renderProblems(parsed.problems, screen.palette));
    return EXIT_CODES.problem;
  }
  const command = parsed.value;
  if ("text" in command) {
    process.stdout.write(command.text);
    return EXIT_CODES.inSync;
  }
  listenForDefects();
  // An agent that is told to end has done its work; a command that is broken off has not.
  listenForSignals(command.name === "run" ? EXIT_CODES.inSync : EXIT_CODES.open);
  // Timers of the clock never keep the process alive; while a command runs, it is to live.
  const heart = setInterval(() => undefined, 60_000);
  try {
    return await runCommand(command, makeOutside(command, version));
  } catch (error) {
    return endWith(error, "output" in command ? command.output : "text");
  } finally {
    await connection?.cluster.close();
    clearInterval(heart);
  }
}

/** A refusal of the whole is one sentence; anything else that was thrown is our bug. */
function endWith(error: unknown, output: "text" | "json"): number {
  if (error instanceof AgentError) {
    const refusal = { id: "", code: error.code, message: error.message };
    if (output === "json") process.stdout.write(renderJson({ stacks: [], refusals: [refusal] }));
    screen.write(renderRefusal(refusal, screen.palette));
    return EXIT_CODES.refused;
  }
  const detail = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log.error(`a defect of this program; please report it: ${detail}`);
  return EXIT_CODES.defect;
}

/** What was thrown where nobody waits for it, such as in a timer, is a defect. */
function listenForDefects(): void {
  process.on("uncaughtException", (error) => {
    process.exit(endWith(error, "text"));
  });
}

/** The first signal asks for a clean end, the second one does not ask, nor does the clock. */
function listenForSignals(endCode: number): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (ending.signal.aborted) process.exit(EXIT_CODES.refused);
      ending.abort();
      setTimeout(() => {
        endInTime(endCode);
      }, END_MS).unref();
    });
  }
}

/** Whatever is still waited for may be left: all state is in the cluster and the repository, and the Lease expires. */
function endInTime(endCode: number): void {
  log.warn("an answer did not come in time; the end does not wait for it");
  process.exit(endCode);
}

function makeOutside(command: { readonly config: string }, version: string): Outside {
  const configFolder = dirname(resolve(command.config));
  return {
    readConfig: readConfigFile,
    openStack: async (config, stack) => openWholeStack({ config, stack, configFolder, version }),
    openSource: (config, stack) =>
      openSource(stack.source, surroundingsOf(config, stack, configFolder)),
    openFolder: (folder): SourcePort => new FolderSource(resolve(folder)),
    seedExample: async (config, stack) => seedExample(config, stack, configFolder),
    serve,
    schedule: cronSchedule,
    log,
    redirectLog(print) {
      const before = writeLog;
      writeLog = print;
      return () => {
        writeLog = before;
      };
    },
    stdout: (text) => {
      process.stdout.write(text);
    },
    stderr: screen,
    palette: choosePalette({ isTerminal: process.stdout.isTTY, ...environment }),
    now: () => clock.now(),
    signal: ending.signal,
  };
}

interface StackToOpen {
  readonly config: AgentConfig;
  readonly stack: StackConfig;
  readonly configFolder: string;
  readonly version: string;
}

async function openWholeStack(to: StackToOpen): Promise<OpenedStack> {
  const { config, stack, configFolder, version } = to;
  connection ??= connect(to);
  const { cluster, lease } = connection;
  const surroundings = surroundingsOf(config, stack, configFolder);
  const { name: manager } = config.agent;
  const committer = { name: `Lockstep (${manager})`, email: `${manager}@${config.cluster.name}` };
  const { branch } = stack.reports;
  const setup = makeSetup(config, stack, {
    ports: {
      cluster,
      source: openSource(stack.source, surroundings),
      ledger: openLedger(stack.source, { branch, committer }, surroundings),
      clock,
      log,
      metrics,
      digest: (text) => createHash("sha256").update(text).digest("hex"),
    },
    version,
    sha256: (text) => createHash("sha256").update(text).digest("base64url"),
  });
  return Promise.resolve({ stack: openStack(setup), lease });
}

function connect({ config, configFolder, version }: StackToOpen): NonNullable<typeof connection> {
  const { concurrency, name: manager, namespace } = config.agent;
  return connectKubernetes({
    credentials: credentialSourceOf(config.cluster, configFolder),
    manager,
    namespace,
    holder: `${hostname()}_${process.pid}_${randomBytes(4).toString("hex")}`,
    userAgent: `lockstep/${version}`,
    concurrency,
    log,
    clock,
  });
}

/** Until the embedded cluster is built, `embedded` takes the cluster of the kubeconfig; the config's lint says so. */
function credentialSourceOf(cluster: ClusterConfig, configFolder: string): CredentialSource {
  if (cluster.connect === "in-cluster") return { kind: "in-cluster" };
  const named = cluster.kubeconfig;
  const fromEnvironment = (environment.kubeconfig ?? "").split(":").filter((each) => each !== "");
  const standard = fromEnvironment.length > 0 ? fromEnvironment : [join(homedir(), ".kube/config")];
  const files = named === undefined ? standard : [resolve(configFolder, named)];
  return { kind: "kubeconfig", files, context: cluster.context };
}

/** Each stack has a work folder of its own. */
function surroundingsOf(
  config: AgentConfig,
  stack: StackConfig,
  configFolder: string,
): Parameters<typeof openSource>[1] {
  const { tokenEnv } = stack.source;
  const token = tokenEnv === undefined ? undefined : process.env[tokenEnv];
  if (token !== undefined) log.maskSecrets([token]);
  const { searchPath, httpsProxy, noProxy } = environment;
  const workDir = join(resolve(configFolder, config.agent.workDir), "stacks", stack.name);
  return { workDir, configFolder, token, httpsProxy, noProxy, searchPath, clock };
}

/** A source in the work folder that is not there yet is made from `manifests-example`, so that a first start shows something. */
async function seedExample(
  config: AgentConfig,
  stack: StackConfig,
  configFolder: string,
): Promise<void> {
  const location = locateRepository(stack.source.url, configFolder);
  const workDir = resolve(configFolder, config.agent.workDir);
  if (location.kind !== "folder" || dirname(location.path) !== workDir) return;
  const { branch } = stack.source;
  const manifests = join(configFolder, "manifests-example");
  const isMade = await seedRepository({ repository: location.path, manifests, branch });
  if (isMade) log.info(`made the example repository ${stack.source.url} from manifests-example`);
}

async function serve(config: AgentConfig, live: Served): Promise<() => Promise<void>> {
  const probes = await startProbesServer(config.agent.probes, { isReady: live.isReady, metrics });
  try {
    const page = await startPageServer(config.agent.page, live.status);
    return async () => {
      await Promise.all([probes.close(), page.close()]);
    };
  } catch (error) {
    await probes.close();
    throw error;
  }
}

async function readVersion(): Promise<string> {
  const text = await readFile(new URL("../package.json", import.meta.url), "utf8");
  const found = /"version": "([^"]+)"/.exec(text);
  return found?.[1] ?? "0.0.0";
}
