// The program of a measured process: does the tasks that its parent sends and answers each with what it took.
import { applyPlainly } from "./apply-plainly.ts";
import type { AgentTask, BenchTask, Expense } from "./bench-task.ts";
import { fetchPlainly } from "./fetch-plainly.ts";
import { type MeasuredAgent, openAgent } from "./measured-agent.ts";

let agent: MeasuredAgent | undefined;
let text = "";
/** Held, so that its memory counts. */
export let parsed: unknown;

process.on("message", (message) => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the parent is this folder's own code
  void measure(message as BenchTask).then((expense) => process.send?.(expense));
});
process.once("disconnect", () => process.exit());

async function measure(task: BenchTask): Promise<Expense> {
  const before = requestsSoFar();
  const cpuBefore = process.cpuUsage();
  const startedAtMs = performance.now();
  const plainRequests = await run(task);
  const wallMs = performance.now() - startedAtMs;
  const { user, system } = process.cpuUsage(cpuBefore);
  const { heapUsed, rss } = process.memoryUsage();
  return {
    wallMs,
    cpuMs: (user + system) / 1_000,
    requests: plainRequests + requestsSoFar() - before,
    heapBytes: heapUsed,
    rssBytes: rss,
  };
}

function requestsSoFar(): number {
  return agent?.requests() ?? 0;
}

/** Returns the requests that were not the agent's. */
async function run(task: BenchTask): Promise<number> {
  if (task.do === "apply-plainly") return applyPlainly(task);
  if (task.do === "fetch") {
    text = await fetchPlainly(task);
    return 1;
  }
  if (task.do === "parse") parsed = JSON.parse(text);
  else if (task.do === "collect") globalThis.gc?.();
  else await runAgent(task);
  return 0;
}

async function runAgent(task: AgentTask): Promise<void> {
  if (task.do === "open") agent = await openAgent(task.place);
  else if (task.do === "hear") await agent?.hear(task.resourceVersion);
  else await agent?.[task.do]();
}
