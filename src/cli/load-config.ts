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
  const read = await outside.readConfig(options.config);
  if (!read.ok) return read;
  const parsed = parseConfig(read.value, options.config);
  if (!parsed.ok) return parsed;
  const { config, lints } = parsed.value;
  for (const lint of lints) outside.log.warn(`${lint.where}: ${lint.what}`);
  const stacks = config.stacks.filter(
    ({ name }) => options.stack === undefined || name === options.stack,
  );
  if (stacks.length === 0) {
    const names = config.stacks.map(({ name }) => name).join(", ");
    const what = `no stack is named ${options.stack ?? ""}`;
    return { ok: false, problems: [{ where: "--stack", what, expected: `one of: ${names}` }] };
  }
  return { ok: true, value: { config, stacks } };
}
