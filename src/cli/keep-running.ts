import { isDeepStrictEqual } from "node:util";
import { describeProblem } from "../core/wording/describe-problem.ts";
import type { CommandOptions } from "./command.ts";
import { EXIT_CODES } from "./exit-code.ts";
import { type LoadedConfig, loadConfig } from "./load-config.ts";
import type { Outside } from "./outside.ts";
import { runAgent } from "./run-agent.ts";

/**
 * The agent, begun anew with each configuration that is right, until it is told to end. A broken file is refused and the old
 * configuration stays. What a begun pass writes is written before the next configuration counts.
 */
export async function keepRunning(
  options: CommandOptions,
  first: LoadedConfig,
  outside: Outside,
): Promise<number> {
  let loaded: LoadedConfig | undefined = first;
  while (loaded !== undefined && !outside.signal.aborted) {
    // oxlint-disable-next-line no-await-in-loop -- one configuration after the other
    loaded = await runOnce(options, loaded, outside);
  }
  outside.log.info("stopped; the next start goes on from here");
  return EXIT_CODES.inSync;
}

/** @returns the next configuration; `undefined` when the agent was told to end. */
async function runOnce(
  options: CommandOptions,
  loaded: LoadedConfig,
  outside: Outside,
): Promise<LoadedConfig | undefined> {
  const { config, stacks } = loaded;
  const ended = new AbortController();
  let next: LoadedConfig | undefined;
  let refused = "";
  async function take(): Promise<boolean> {
    const taken = await readAgain(options, outside);
    if (typeof taken === "string") {
      if (taken !== refused) outside.log.error(REFUSED, { problems: taken });
      refused = taken;
      return false;
    }
    refused = "";
    if (isDeepStrictEqual(taken.loaded, next ?? loaded)) return true;
    for (const lint of taken.lints) outside.log.warn(lint);
    outside.log.info("the configuration changed; it is taken now");
    next = taken.loaded;
    ended.abort();
    return true;
  }
  const stopWatching = outside.watchConfig(options.config, take);
  try {
    // Only the agent makes the example: what a look makes, a running agent would take for the new history.
    const examples = await Promise.all(
      stacks.map(async (stack) => outside.seedExample(config, stack)),
    );
    const signal = AbortSignal.any([outside.signal, ended.signal]);
    await runAgent(loaded, examples, { ...outside, signal });
  } finally {
    stopWatching();
  }
  if (next !== undefined) await outside.disconnect();
  return next;
}

const REFUSED = "the changed configuration is refused, the old one stays in force";

interface Taken {
  readonly loaded: LoadedConfig;
  readonly lints: readonly string[];
}

/** The configuration as the file has it now, or what is wrong with it. Never throws: a file that cannot be read ends no agent. */
async function readAgain(options: CommandOptions, outside: Outside): Promise<Taken | string> {
  const { log, readConfig } = outside;
  const lints: string[] = [];
  function warn(lint: string): void {
    lints.push(lint);
  }
  try {
    const read = await loadConfig(options, { readConfig, log: { ...log, warn } });
    if (read.ok) return { loaded: read.value, lints };
    return read.problems.map(describeProblem).join("; ");
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
