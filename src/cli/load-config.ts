import type { AgentConfig, StackConfig } from "../core/config/agent-config.ts";
import { parseConfig } from "../core/config/parse-config.ts";
import type { Parsed } from "../core/problem.ts";
import type { CommandOptions } from "./command.ts";
import type { Outside } from "./outside.ts";

export interface LoadedConfig {
  readonly config: AgentConfig;
  /** The stacks that the command is about. */
  readonly stacks: readonly StackConfig[];
}

/** Reads the config file of a command and chooses its stacks. Lints go to the log. */
export async function loadConfig(
  options: CommandOptions,
  outside: Pick<Outside, "readConfig" | "log">,
): Promise<Parsed<LoadedConfig>> {
  const text = await outside.readConfig(options.config);
  if (text === undefined) {
    const what = "there is no such file";
    return refuse(options.config, what, "a configuration file; name another one with --config");
  }
  const parsed = parseConfig(text, options.config);
  if (!parsed.ok) return parsed;
  const { config, lints } = parsed.value;
  for (const lint of lints) outside.log.warn(`${lint.where}: ${lint.what}`);
  const stacks = config.stacks.filter(
    ({ name }) => options.stack === undefined || name === options.stack,
  );
  if (stacks.length === 0) {
    const names = config.stacks.map(({ name }) => name).join(", ");
    return refuse("--stack", `no stack is named ${options.stack ?? ""}`, `one of: ${names}`);
  }
  return { ok: true, value: { config, stacks } };
}

function refuse(where: string, what: string, expected: string): Parsed<never> {
  return { ok: false, problems: [{ where, what, expected }] };
}
