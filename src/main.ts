#!/usr/bin/env node
import { randomBytes } from "node:crypto";
import { homedir, hostname } from "node:os";
import { dirname, resolve } from "node:path";
import { cronSchedule } from "./adapters/clock/cron-schedule.ts";
import { createSystemClock } from "./adapters/clock/system-clock.ts";
import { digests, sha256 } from "./adapters/digest/digests.ts";
import { createExternal } from "./adapters/external/create-external.ts";
import { chooseWorkTree } from "./adapters/files/choose-work-tree.ts";
import { openFolder } from "./adapters/files/open-folder.ts";
import { openHookSecret } from "./adapters/files/open-hook-secret.ts";
import { readConfigFile } from "./adapters/files/read-config-file.ts";
import { readVersion } from "./adapters/files/read-version.ts";
import { typedPath } from "./adapters/files/typed-path.ts";
import { watchText } from "./adapters/files/watch-text.ts";
import { openOffers } from "./adapters/forge/open-offers.ts";
import { chooseCommitter } from "./adapters/git/choose-committer.ts";
import { chooseSurroundings } from "./adapters/git/choose-surroundings.ts";
import { openDemoStage } from "./adapters/git/open-demo-stage.ts";
import { openLedger } from "./adapters/git/open-ledger.ts";
import { openPreviewed } from "./adapters/git/open-previewed.ts";
import { openSource } from "./adapters/git/open-source.ts";
import { seedExample } from "./adapters/git/seed-example.ts";
import { chooseCredentials } from "./adapters/kubernetes/choose-credentials.ts";
import { connectKubernetes } from "./adapters/kubernetes/connect-kubernetes.ts";
import { createLog } from "./adapters/log/create-log.ts";
import { openLogOutlet } from "./adapters/log/open-log-outlet.ts";
import { createMetrics } from "./adapters/metrics/create-metrics.ts";
import { makeSetup } from "./agent/make-setup.ts";
import { openStack } from "./agent/open-stack.ts";
import type { Stack } from "./agent/stack.ts";
import { detailOf } from "./cli/detail-of.ts";
import { EXIT_CODES } from "./cli/exit-code.ts";
import { openScreen } from "./cli/open-screen.ts";
import type { OpenedStack, Outside, StackToOpen } from "./cli/outside.ts";
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
import { serveAgent } from "./web/serve-agent.ts";

const environment = readEnvironment(process.env);

const clock = createSystemClock();
const metrics = createMetrics();
const ending = new AbortController();
/** Log lines go above the frame while one is drawn. */
const screen = openScreen(process.stderr, environment);
const outlet = openLogOutlet((text) => {
  screen.write(text);
});
const log = createLog({
  level: (environment.debug ?? "") === "" ? "info" : "debug",
  format: process.stderr.isTTY ? "text" : "json",
  write: outlet.write,
});

/** From the first signal to the end at the latest, in milliseconds; supervisors kill after ten seconds and more. */
const END_MS = 4_000;

/** The stacks of this process, by name. */
const family = new Map<string, Stack>();

/** One connection to the cluster for all stacks; opened by the first. */
let connection: ReturnType<typeof connectKubernetes> | undefined;
/** The embedded cluster, once somebody asked for it. */
let embedded: Promise<OpenEmbedded> | undefined;

process.exitCode = await main();

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
    findFolder: openFolder,
    openWorkTree: async (stacks, typed) =>
      chooseWorkTree(stacks, typed, { configFolder, workingFolder: process.cwd() }),
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
    serve: async ({ agent }, live) => {
      const readSecret = openHookSecret(agent.hooks, {
        configFolder,
        read: (variable) => process.env[variable],
        mask: (secret) => log.maskSecrets([secret]),
      });
      return serveAgent(agent, { ...live, metrics, log, now: () => clock.now(), readSecret });
    },
    schedule: cronSchedule,
    log,
    redirectLog: outlet.redirect,
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
  const commits = chooseCommitter(config, stack, configFolder);
  const setup = makeSetup(config, stack, {
    ports: {
      cluster,
      source: openPreviewed(stack.source, surroundings, preview),
      ledger: openLedger(stack.source, { branch: stack.reports.branch, ...commits }, surroundings),
      offers: openOffers(stack, commits, {
        ...surroundings,
        forgeToken: tokenOf(stack.reports.pullRequest),
      }),
      external: createExternal({ findServer }),
      clock,
      log,
      metrics,
      ...digests,
    },
    version,
    sha256,
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

/** The value of the variable that holds a token; from then on no log line has it. */
function tokenOf(from: { readonly tokenEnv?: string | undefined } | undefined): string | undefined {
  const token = from?.tokenEnv === undefined ? undefined : process.env[from.tokenEnv];
  if (token !== undefined) log.maskSecrets([token]);
  return token;
}

function surroundingsOf(
  config: AgentConfig,
  stack: StackConfig,
  configFolder: string,
): Parameters<typeof openSource>[1] {
  const token = tokenOf(stack.source);
  return chooseSurroundings({ config, stack, configFolder }, { ...environment, token, clock });
}
