import { readStoredStatus } from "../agent/open-stack.ts";
import { previewStack } from "../agent/preview-stack.ts";
import { syncStack } from "../agent/sync-stack.ts";
import { describeGraph } from "../core/graph/describe-graph.ts";
import { renderGraph } from "../core/graph/render-graph.ts";
import type { StatusDocument } from "../core/report/status-document.ts";
import { checkOutAll } from "./check-out-all.ts";
import type { Command } from "./command.ts";
import { runDemo } from "./demo/run-demo.ts";
import { describeUnseen } from "./describe-unseen.ts";
import { chooseExitCode, EXIT_CODES } from "./exit-code.ts";
import { type LoadedConfig, loadConfig } from "./load-config.ts";
import type { Outside } from "./outside.ts";
import { renderJson } from "./render-json.ts";
import { renderPlan } from "./render-plan.ts";
import { renderProblems } from "./render-problems.ts";
import { renderStatus } from "./render-status.ts";
import { runAgent } from "./run-agent.ts";
import { runCluster } from "./run-cluster.ts";
import { showProblems } from "./show-problems.ts";
import { openProgress } from "./show-progress.ts";
import { validateManifests } from "./validate-manifests.ts";
import { withStacks } from "./with-stacks.ts";

type Doing = Exclude<Command, { readonly name: "help" | "version" }>;

/**
 * Runs a command to its end.
 *
 * @returns the exit code.
 * @throws {AgentError} when the world refuses the whole; `main.ts` says it in one sentence.
 */
export async function runCommand(command: Doing, outside: Outside): Promise<number> {
  if (command.name === "demo") return runDemo(command, outside);
  const loaded = await loadConfig(command, outside);
  if (!loaded.ok) return showProblems(command, loaded.problems, outside);
  const { config } = loaded.value;
  if (command.name === "cluster") return runCluster(config, outside);
  switch (command.name) {
    case "run":
      return run(loaded.value, outside);
    case "sync":
      return sync(command, loaded.value, outside);
    case "plan":
      return plan(command, loaded.value, outside);
    case "status":
      return status(command, loaded.value, outside);
    case "graph":
      return graph(command, loaded.value, outside);
    case "validate":
      return validateManifests(command, loaded.value, outside);
  }
}

/** Only the agent makes the example repository: what a look makes, a running agent would take for the new history. */
async function run(loaded: LoadedConfig, outside: Outside): Promise<number> {
  const { config, stacks } = loaded;
  const examples = await Promise.all(
    stacks.map(async (stack) => outside.seedExample(config, stack)),
  );
  return runAgent(loaded, examples, outside);
}

async function sync(
  command: Extract<Doing, { name: "sync" }>,
  loaded: LoadedConfig,
  outside: Outside,
): Promise<number> {
  const progress = openProgress(outside.stderr, outside.now);
  const restoreLog = outside.redirectLog((line) => {
    progress.print(line);
  });
  const results = await withStacks(loaded, outside, async ({ stack, lease }) =>
    syncStack(stack, {
      signal: outside.signal,
      schedule: outside.schedule,
      lease,
      isOnePass: command.isOnePass,
      timeoutMs: command.timeoutMs,
      onStatus: (next) => {
        progress.show(next);
      },
    }),
  ).finally(() => {
    progress.end();
    restoreLog();
  });
  return showDocument(command, { stacks: results }, { outside, render: renderStatus });
}

async function plan(command: Doing, loaded: LoadedConfig, outside: Outside): Promise<number> {
  const results = await withStacks(loaded, outside, async ({ stack }) => previewStack(stack));
  return showDocument(command, { stacks: results }, { outside, render: renderPlan });
}

/** What the agent last wrote into the stacks' parents. */
async function status(command: Doing, loaded: LoadedConfig, outside: Outside): Promise<number> {
  const results = await withStacks(
    loaded,
    outside,
    async ({ stack }) => (await readStoredStatus(stack)) ?? describeUnseen(stack),
  );
  return showDocument(command, { stacks: results }, { outside, render: renderStatus });
}

async function graph(
  command: Extract<Doing, { name: "graph" }>,
  { config, stacks }: LoadedConfig,
  outside: Outside,
): Promise<number> {
  const checked = await checkOutAll(stacks, (stack) => outside.openSource(config, stack));
  const problems = checked.flatMap((each) => (each.ok ? [] : each.problems));
  if (problems.length > 0) return showProblems(command, problems, outside);
  const values = checked.flatMap((each) => (each.ok ? [each.value] : []));
  const { format } = command;
  if (format === "json" || command.output === "json") {
    const documents = values.map(({ desired }, index) => ({
      name: stacks[index]?.name ?? "",
      revision: desired.revision,
      ...describeGraph(desired.graph),
    }));
    outside.stdout(renderJson({ stacks: documents }));
  } else {
    const text = values.map(({ desired }) =>
      renderGraph(desired.graph, format === "mermaid" ? "mermaid" : "text"),
    );
    outside.stdout(text.join("\n"));
  }
  const refused = values.flatMap(({ desired }) => [...desired.graph.refused.values()].flat());
  if (refused.length === 0) return EXIT_CODES.inSync;
  outside.stderr.write(renderProblems(refused, outside.stderr.palette));
  return EXIT_CODES.open;
}

function showDocument(
  command: Doing,
  document: StatusDocument,
  how: { readonly outside: Outside; readonly render: typeof renderStatus },
): number {
  const { outside, render } = how;
  const view = { nowMs: outside.now(), palette: outside.palette };
  outside.stdout(command.output === "json" ? renderJson(document) : render(document, view));
  return chooseExitCode(document);
}
