import { confirmPrune } from "../agent/confirm-prune.ts";
import { previewStack } from "../agent/preview-stack.ts";
import { readWatchedStatus } from "../agent/read-watched-status.ts";
import type { Stack } from "../agent/stack.ts";
import { syncStack } from "../agent/sync-stack.ts";
import { describeGraph } from "../core/graph/describe-graph.ts";
import { renderGraph } from "../core/graph/render-graph.ts";
import type { Problem } from "../core/problem.ts";
import type { StackStatus, StatusDocument } from "../core/report/status-document.ts";
import { adoptDrift } from "./adopt-drift.ts";
import { checkOutAll } from "./check-out-all.ts";
import type { Command, PreviewOf } from "./command.ts";
import { runDemo } from "./demo/run-demo.ts";
import { describeUnseen } from "./describe-unseen.ts";
import { chooseExitCode, EXIT_CODES } from "./exit-code.ts";
import { graphModes } from "./graph-modes.ts";
import { keepRunning } from "./keep-running.ts";
import { type LoadedConfig, loadConfig } from "./load-config.ts";
import type { Outside } from "./outside.ts";
import { releaseObjects } from "./release-objects.ts";
import { renderJson } from "./render-json.ts";
import { renderPlan } from "./render-plan.ts";
import { renderProblems } from "./render-problems.ts";
import { renderStatus } from "./render-status.ts";
import { runCluster } from "./run-cluster.ts";
import { showBlame } from "./show-blame.ts";
import { showConsumers } from "./show-consumers.ts";
import { showDisowned } from "./show-disowned.ts";
import { showDrift } from "./show-drift.ts";
import { showProblems } from "./show-problems.ts";
import { openProgress } from "./show-progress.ts";
import { suspendStacks } from "./suspend-stacks.ts";
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
  if (command.name === "release") return releaseObjects(command, loaded.value, outside);
  if (command.name === "disown") return showDisowned(command, loaded.value, outside);
  if (command.name === "adopt") return adoptDrift(command, loaded.value, outside);
  return command.name === "suspend" || command.name === "resume"
    ? suspendStacks(command, loaded.value, outside)
    : look(command, loaded.value, outside);
}

type Looking = Exclude<
  Doing,
  { readonly name: "demo" | "cluster" | "suspend" | "resume" | "release" | "disown" | "adopt" }
>;

/** The commands that look at the stacks. */
async function look(command: Looking, loaded: LoadedConfig, outside: Outside): Promise<number> {
  switch (command.name) {
    case "run":
      return keepRunning(command, loaded, outside);
    case "sync":
      return sync(command, loaded, outside);
    case "plan":
      return plan(command, loaded, outside);
    case "status":
      return status(command, loaded, outside);
    case "drift":
      return showDrift(command, loaded, outside);
    case "blame":
      return showBlame(command, loaded, outside);
    case "consumers":
      return showConsumers(command, loaded, outside);
    case "graph":
      return graph(command, loaded, outside);
    case "validate":
      return validateManifests(command, loaded, outside);
  }
}

async function sync(
  command: Extract<Doing, { name: "sync" }>,
  loaded: LoadedConfig,
  outside: Outside,
): Promise<number> {
  const problems = findConfirmProblems(command, loaded);
  if (problems.length > 0) return showProblems(command, problems, outside);
  const progress = openProgress(outside.stderr, outside.now);
  const restoreLog = outside.redirectLog((line) => {
    progress.print(line);
  });
  const { confirmedPrune } = command;
  const results = await withStacks(loaded, outside, async ({ stack, lease }) => {
    const hasConfirmed = confirmedPrune !== undefined;
    if (hasConfirmed && !(await confirmPrune(stack, confirmedPrune))) {
      return withWrongCommit(stack, confirmedPrune);
    }
    return syncStack(stack, {
      signal: outside.signal,
      schedule: outside.schedule,
      lease,
      isOnePass: command.isOnePass,
      timeoutMs: command.timeoutMs,
      hasConfirmed,
      onStatus: (next) => {
        progress.show(next);
      },
    });
  }).finally(() => {
    progress.end();
    restoreLog();
  });
  return showDocument(command, { stacks: results }, { outside, render: renderStatus });
}

/** A commit can be the tip of many stacks; a person has seen what one of them would delete. */
function findConfirmProblems(
  { confirmedPrune, stack }: Extract<Doing, { name: "sync" }>,
  { config }: LoadedConfig,
): readonly Problem[] {
  const count = config.stacks.length;
  if (confirmedPrune === undefined || stack !== undefined || count === 1) return [];
  const expected = "--stack <name> beside it: whose deletes are confirmed";
  return [{ where: "--confirm-prune", what: `is of one stack, and there are ${count}`, expected }];
}

/** A confirmation is for what a person has seen: the branch may have moved since. */
function withWrongCommit({ status: seen, tip, setup }: Stack, commit: string): StackStatus {
  const where = "--confirm-prune";
  const what = `${commit} is not the tip of the stack ${setup.config.name}, nothing was confirmed`;
  const expected = tip === "" ? "a repository that answers" : tip;
  return { ...seen, inSync: false, problems: [{ where, what, expected }] };
}

async function plan(
  command: Extract<Doing, { name: "plan" }>,
  loaded: LoadedConfig,
  outside: Outside,
): Promise<number> {
  const problems = await findPlanProblems(command, loaded, outside);
  if (problems.length > 0) return showProblems(command, problems, outside);
  const results = await withStacks({ ...loaded, preview: command }, outside, async ({ stack }) =>
    previewStack(stack, { isOfRef: command.ref !== undefined }),
  );
  return showDocument(command, { stacks: results }, { outside, render: renderPlan });
}

/** A folder can stand for one stack only. */
async function findPlanProblems(
  { folder }: PreviewOf,
  { stacks }: LoadedConfig,
  { findFolder }: Outside,
): Promise<readonly Problem[]> {
  if (folder === undefined) return [];
  if (stacks.length > 1) {
    const expected = "--stack <name> beside it: which stack the folder is of";
    return [{ where: "--path", what: `is of one stack, and there are ${stacks.length}`, expected }];
  }
  const found = await findFolder(folder);
  return found.ok ? [] : found.problems;
}

/** What the agent last wrote into the stacks' parents. */
async function status(command: Doing, loaded: LoadedConfig, outside: Outside): Promise<number> {
  const results = await withStacks(
    loaded,
    outside,
    async ({ stack }) => (await readWatchedStatus(stack)) ?? describeUnseen(stack),
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
  const values = checked.flatMap((each, index) => {
    const stack = stacks[index];
    if (!each.ok || stack === undefined) return [];
    const { desired } = each.value;
    return [{ name: stack.name, desired, modes: graphModes(desired.manifests, stack) }];
  });
  const { format } = command;
  if (format === "json" || command.output === "json") {
    const documents = values.map(({ name, desired, modes }) => ({
      name,
      revision: desired.revision,
      ...describeGraph(desired.graph, modes),
    }));
    outside.stdout(renderJson({ stacks: documents }));
  } else {
    const text = values.map(({ desired, modes }) =>
      renderGraph(desired.graph, format === "mermaid" ? "mermaid" : "text", modes),
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
