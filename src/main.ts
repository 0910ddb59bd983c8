#!/usr/bin/env node
import { createHash, randomBytes } from "node:crypto";
import { homedir, hostname } from "node:os";
import { dirname, join, resolve } from "node:path";
import { cronSchedule } from "./adapters/clock/cron-schedule.ts";
import { createSystemClock } from "./adapters/clock/system-clock.ts";
import { digests } from "./adapters/digest/digests.ts";
import { createExternal } from "./adapters/external/create-external.ts";
import { findFolder } from "./adapters/files/find-folder.ts";
import { FolderSource } from "./adapters/files/folder-source.ts";
import { readConfigFile } from "./adapters/files/read-config-file.ts";
import { readVersion } from "./adapters/files/read-version.ts";
import { typedPath } from "./adapters/files/typed-path.ts";
import { watchText } from "./adapters/files/watch-text.ts";
import { openForge } from "./adapters/forge/open-forge.ts";
import { openDemoStage } from "./adapters/git/open-demo-stage.ts";
import { openLedger } from "./adapters/git/open-ledger.ts";
import { openOfferBranch } from "./adapters/git/open-offer-branch.ts";
import { openPreviewed } from "./adapters/git/open-previewed.ts";
import { openSource } from "./adapters/git/open-source.ts";
import { locateExample, seedExample } from "./adapters/git/seed-example.ts";
import type { Committer } from "./adapters/git/write-commit.ts";
import { chooseCredentials } from "./adapters/kubernetes/choose-credentials.ts";
import { connectKubernetes } from "./adapters/kubernetes/connect-kubernetes.ts";
import { createLog } from "./adapters/log/create-log.ts";
import { createMetrics } from "./adapters/metrics/create-metrics.ts";
import { makeSetup } from "./agent/make-setup.ts";
import { openStack } from "./agent/open-stack.ts";
import type { Stack } from "./agent/stack.ts";
import { detailOf } from "./cli/detail-of.ts";
import { EXIT_CODES } from "./cli/exit-code.ts";
import type { OpenedStack, Outside, Screen, StackToOpen } from "./cli/outside.ts";
import { choosePalette } from "./cli/palette.ts";
import { parseArguments } from "./cli/parse-arguments.ts";
import { readEnvironment } from "./cli/read-environment.ts";
import { renderJson } from "./cli/render-json.ts";
import { renderProblems } from "./cli/render-problems.ts";
import { renderRefusal } from "./cli/render-refusal.ts";
import { runCommand } from "./cli/run-command.ts";
import { siblingPreview } from "./cli/sibling-preview.ts";
import { AgentError } from "./core/agent-error.ts";
import type { AgentConfig, StackConfig } from "./core/config/agent-config.ts";
import { EmbeddedError } from "./embedded/embedded-error.ts";
import { type OpenEmbedded, openEmbedded } from "./embedded/open-embedded.ts";
import type { OfferPorts } from "./ports/offer-ports.ts";
import { serveAgent } from "./web/serve-agent.ts";

const environment = readEnvironment(process.env);

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

/** The stacks of this process, by name. */
const family = new Map<string, Stack>();

/** One connection to the cluster for all stacks; opened by the first. */
let connection: ReturnType<typeof connectKubernetes> | undefined;
/** The embedded cluster, once somebody asked for it. */
let embedded: Promise<OpenEmbedded> | undefined;

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
    await embedded?.then(
      async (cluster) => cluster.close(),
      // It did not start; that was said already.
      () => undefined,
    );
    clearInterval(heart);
  }
}

/** A refusal of the whole is one sentence; anything else that was thrown is our bug. */
function endWith(error: unknown, output: "text" | "json"): number {
  if (error instanceof AgentError || error instanceof EmbeddedError) {
    const refusal = { id: "", code: error.code, message: error.message };
    if (output === "json") process.stdout.write(renderJson({ stacks: [], refusals: [refusal] }));
    screen.write(renderRefusal(refusal, screen.palette));
    return EXIT_CODES.refused;
  }
  log.error(`a defect of this program; please report it: ${detailOf(error)}`);
  return EXIT_CODES.defect;
}

/** What was thrown where nobody waits for it, such as in a timer, is a defect. */
function listenForDefects(): void {
  process.on("uncaughtException", (error) => process.exit(endWith(error, "text")));
}

/** The first signal asks for a clean end, the second one does not ask, nor does the clock. */
function listenForSignals(endCode: number): void {
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (ending.signal.aborted) process.exit(EXIT_CODES.refused);
      ending.abort();
      setTimeout(endInTime, END_MS, endCode).unref();
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
    watchConfig: (path, take) => watchText(path, take),
    async disconnect() {
      await connection?.cluster.close();
      connection = undefined;
    },
    openStack: async (config, stack, preview) =>
      openWholeStack({ config, stack, configFolder, version, preview }),
    openSource: (config, stack) =>
      openSource(stack.source, surroundingsOf(config, stack, configFolder)),
    findFolder: async (written) => {
      const found = await findFolder(written);
      return found.ok ? { ok: true, value: () => new FolderSource(found.value) } : found;
    },
    seedExample: async (config, stack) => {
      const example = await seedExample(config, stack, configFolder);
      const { url } = stack.source;
      if (example === "made") log.info(`made the example repository ${url} from manifests-example`);
      return example === "other" ? undefined : typedPath(resolve(configFolder, url), process.cwd());
    },
    openEmbedded: async (config) => {
      const { kubeconfig, isOwn } = await startEmbedded(config, configFolder);
      return { kubeconfig: typedPath(kubeconfig, process.cwd()), isOwn };
    },
    // The folder goes last, after the embedded cluster in it, and also when the process is told to end at once.
    openDemo: async () => openDemoStage((remove) => process.once("exit", remove)),
    serve: async ({ agent }, live) =>
      serveAgent(agent, { ...live, metrics, now: () => clock.now() }),
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

async function openWholeStack(to: StackToOpen): Promise<OpenedStack> {
  const { config, stack, configFolder, version, preview } = to;
  const isEmbedded = config.cluster.connect === "embedded";
  const running = isEmbedded ? await startEmbedded(config, configFolder) : undefined;
  connection ??= connect(to, running?.kubeconfig);
  const { cluster, lease, findServer } = connection;
  const surroundings = surroundingsOf(config, stack, configFolder);
  const { name: manager } = config.agent;
  const committer = { name: `Lockstep (${manager})`, email: `${manager}@${config.cluster.name}` };
  const setup = makeSetup(config, stack, {
    ports: {
      cluster,
      source: openPreviewed(stack.source, surroundings, preview),
      ledger: openLedger(stack.source, { branch: stack.reports.branch, committer }, surroundings),
      offers: openOffers(stack, committer, surroundings),
      external: createExternal({ findServer }),
      clock,
      log,
      metrics,
      ...digests,
    },
    version,
    sha256: (text) => createHash("sha256").update(text).digest("base64url"),
    family,
    openSibling: (sibling) =>
      openPreviewed(
        sibling.source,
        surroundingsOf(config, sibling, configFolder),
        siblingPreview(sibling, to),
      ),
  });
  return { stack: openStack(setup), lease };
}

/** Where the stack's pull request is opened, if it has one. */
function openOffers(
  { source, reports }: StackConfig,
  committer: Committer,
  surroundings: Parameters<typeof openOfferBranch>[2],
): OfferPorts | undefined {
  const { pullRequest } = reports;
  if (pullRequest === undefined) return undefined;
  const { branch, tokenEnv } = pullRequest;
  const token = tokenEnv === undefined ? undefined : process.env[tokenEnv];
  if (token !== undefined) log.maskSecrets([token]);
  return {
    forge: openForge(pullRequest, { ...surroundings, token }),
    branch: openOfferBranch(source, { branch, committer, sign: undefined }, surroundings),
  };
}

function connect(
  { config, configFolder, version }: StackToOpen,
  kubeconfig: string | undefined,
): NonNullable<typeof connection> {
  const { concurrency, name: manager, namespace } = config.agent;
  return connectKubernetes({
    credentials: chooseCredentials(config.cluster, {
      configFolder,
      environment: environment.kubeconfig,
      home: homedir(),
      embedded: kubeconfig,
    }),
    manager,
    namespace,
    holder: `${hostname()}_${process.pid}_${randomBytes(4).toString("hex")}`,
    userAgent: `lockstep/${version}`,
    concurrency,
    log,
    clock,
  });
}

/** Starts or joins it once, whoever asks. */
async function startEmbedded(config: AgentConfig, configFolder: string): Promise<OpenEmbedded> {
  const { listen, podStartMs } = config.cluster.embedded;
  embedded ??= openEmbedded({
    workDir: resolve(configFolder, config.agent.workDir),
    listen,
    podStartMs,
    onDefect: (error) => {
      log.error(`a defect of the embedded cluster; please report it: ${detailOf(error)}`);
    },
    report: log.warn.bind(log),
  });
  return embedded;
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
  const madeFrom = locateExample(config, stack, configFolder)?.manifests;
  return { workDir, configFolder, token, httpsProxy, noProxy, searchPath, clock, madeFrom };
}
