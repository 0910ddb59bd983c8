import { openLiveRecord } from "../agent/live-view.ts";
import { runStack } from "../agent/run-stack.ts";
import type { StackStatus } from "../core/report/status-document.ts";
import { EXIT_CODES } from "./exit-code.ts";
import type { LoadedConfig } from "./load-config.ts";
import type { Outside } from "./outside.ts";
import { openProgress } from "./show-progress.ts";
import { tryLines } from "./try-lines.ts";
import { withStacks } from "./with-stacks.ts";

/**
 * The agent until it is told to end.
 *
 * @param examples For each stack the path of the example repository, where its source is that.
 */
export async function runAgent(
  { config, stacks }: LoadedConfig,
  examples: readonly (string | undefined)[],
  outside: Outside,
): Promise<number> {
  const live = openLiveRecord(config, stacks);
  const progress = openProgress(outside.stderr, outside.now);
  const restoreLog = outside.redirectLog((line) => {
    progress.print(line);
  });
  let hint = await chooseHint({ config, stacks }, examples, outside);
  const stop = await outside.serve(config, {
    view: live.view,
    isReady: () => live.view.read().stacks.every(({ status }) => hasLooked(status)),
  });
  try {
    await withStacks({ config, stacks }, outside, async ({ stack, lease }) =>
      runStack(stack, {
        signal: outside.signal,
        schedule: outside.schedule,
        lease,
        onStatus: (next, outcome) => {
          live.take(stack, outcome);
          progress.show(next);
          if (!next.inSync || hint === "") return;
          progress.print(hint);
          hint = "";
        },
      }),
    );
  } finally {
    progress.end();
    restoreLog();
    await stop();
  }
  return EXIT_CODES.inSync;
}

function hasLooked({ tip, revision }: StackStatus): boolean {
  return tip !== "" || revision !== "";
}

/** What to try with the example on the embedded cluster, told once when it is in sync; empty for everybody else. */
async function chooseHint(
  { config, stacks }: LoadedConfig,
  examples: readonly (string | undefined)[],
  outside: Outside,
): Promise<string> {
  const index = examples.findIndex((each) => each !== undefined);
  const stack = stacks[index];
  const repository = examples[index];
  if (config.cluster.connect !== "embedded" || stack === undefined || repository === undefined) {
    return "";
  }
  const { kubeconfig } = await outside.openEmbedded(config);
  const { host, port } = config.agent.page;
  const lines = tryLines({ kubeconfig, repository, page: `${host}:${port}`, stack });
  return `\n${lines.map((line) => `${line}\n`).join("")}\n`;
}
