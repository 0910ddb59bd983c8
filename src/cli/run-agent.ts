import { openHookDesk } from "../agent/hook-desk.ts";
import { type LiveRecord, openLiveRecord } from "../agent/live-view.ts";
import { runStack } from "../agent/run-stack.ts";
import type { AgentConfig, Listen } from "../core/config/agent-config.ts";
import { maskCredentials } from "../core/report/mask-credentials.ts";
import { reportPaths } from "../core/report/report-paths.ts";
import type { StackStatus } from "../core/report/status-document.ts";
import { isOff } from "../core/wording/is-off.ts";
import type { LoadedConfig } from "./load-config.ts";
import type { Outside, RunningEmbedded } from "./outside.ts";
import { paintLines } from "./paint-line.ts";
import { openProgress, type Progress } from "./show-progress.ts";
import { tryLines } from "./try-lines.ts";
import { withStacks } from "./with-stacks.ts";

interface Running {
  readonly outside: Outside;
  readonly live: LiveRecord;
  readonly progress: Progress;
}

/**
 * The agent with one configuration, until it is told to end.
 *
 * @param examples For each stack the path of the example repository, where its source is that.
 */
export async function runAgent(
  loaded: LoadedConfig,
  examples: readonly (string | undefined)[],
  outside: Outside,
): Promise<void> {
  const { config, stacks } = loaded;
  const live = openLiveRecord(config, stacks);
  const progress = openProgress(outside.stderr, outside.now);
  const restoreLog = outside.redirectLog((line) => {
    progress.print(line);
  });
  try {
    await runOn(loaded, examples, { outside, live, progress });
  } finally {
    progress.end();
    restoreLog();
  }
}

/** From the start of the cluster and the servers to their end. */
async function runOn(
  loaded: LoadedConfig,
  examples: readonly (string | undefined)[],
  { outside, live, progress }: Running,
): Promise<void> {
  const { config } = loaded;
  const embedded = await startEmbedded(config, outside);
  const hookDesk = openHookDesk();
  const stop = await outside.serve(config, {
    view: live.view,
    isReady: () => live.view.read().stacks.every(({ status }) => hasLooked(status)),
    ring: (repositories) => hookDesk.ring(repositories),
  });
  tellStart(loaded, outside);
  let hint = embedded === undefined ? "" : hintOf(loaded, { examples, embedded, outside });
  try {
    await withStacks(loaded, outside, async ({ stack, lease }) => {
      let other: string | undefined;
      const leave = hookDesk.enter(stack);
      await runStack(stack, {
        signal: outside.signal,
        schedule: outside.schedule,
        lease,
        onHolder: (holder) => {
          other = holder;
        },
        onStatus: (next, outcome) => {
          live.take(stack, outcome);
          progress.show(next, other);
          // Whoever only watches, or is off, has nothing to be tried with.
          if (!next.inSync || other !== undefined || isOff(next) || hint === "") return;
          progress.print(hint);
          hint = "";
        },
      }).finally(leave);
    });
  } finally {
    await stop();
  }
}

function hasLooked({ tip, revision }: StackStatus): boolean {
  return tip !== "" || revision !== "";
}

async function startEmbedded(
  config: AgentConfig,
  outside: Outside,
): Promise<RunningEmbedded | undefined> {
  if (config.cluster.connect !== "embedded") return undefined;
  const embedded = await outside.openEmbedded(config);
  const { isOwn, kubeconfig } = embedded;
  const where = isOwn ? "runs in this process" : "is the one that another process runs";
  outside.log.info(`the embedded cluster ${where}`, { kubeconfig });
  return embedded;
}

/** What is followed, and where to look. */
function tellStart({ config, stacks }: LoadedConfig, { log }: Outside): void {
  for (const { name, source } of stacks) {
    const { branch, path } = source;
    const folder = path === "." ? "" : `, folder ${path}`;
    log.info(`follows ${branch} of ${maskCredentials(source.url)}${folder}`, { stack: name });
  }
  log.info(`the page is ${urlOf(config.agent.page)}`);
  const { hooks } = config.agent;
  if (hooks !== undefined) log.info(`takes hooks of forges at ${urlOf(hooks.listen)}/hooks/git`);
}

function urlOf({ host, port }: Listen): string {
  return `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}

/** What to try with the example, told once when it is in sync; empty for everybody else. */
function hintOf(
  { config, stacks }: LoadedConfig,
  has: {
    readonly examples: readonly (string | undefined)[];
    readonly embedded: RunningEmbedded;
    readonly outside: Outside;
  },
): string {
  const index = has.examples.findIndex((each) => each !== undefined);
  const stack = stacks[index];
  const repository = has.examples[index];
  if (stack === undefined || repository === undefined) return "";
  const { branch, path } = stack.reports;
  const report = reportPaths({ path, cluster: config.cluster.name, stack: stack.name }).markdown;
  const { kubeconfig } = has.embedded;
  return paintLines(
    tryLines({ kubeconfig, repository, pageUrl: urlOf(config.agent.page), branch, report }),
    has.outside.stderr.palette,
  );
}
