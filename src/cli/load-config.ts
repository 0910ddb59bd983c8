import type { AgentConfig, StackConfig } from "../core/config/agent-config.ts";
import { parseConfig } from "../core/config/parse-config.ts";
import { refuseConfigFile } from "../core/config/refuse-config-file.ts";
import type { Parsed } from "../core/problem.ts";
import { explainMissing } from "../core/wording/explain-unreadable.ts";
import type { CommandOptions } from "./command.ts";
import type { Outside } from "./outside.ts";

export interface LoadedConfig {
  readonly config: AgentConfig;
  /** The stacks that the command is about. */
  readonly stacks: readonly StackConfig[];
}

/** A folder of manifests as one stack; in a check-out of manifests there is no config file. */
const WITHOUT_FILE = `cluster: { name: none, connect: embedded }
stacks: [{ name: folder, source: { url: . } }]
`;

/** Reads the config file of a command and chooses its stacks. Lints go to the log. */
export async function loadConfig(
  options: CommandOptions & { readonly isConfigOptional?: boolean },
  outside: Pick<Outside, "readConfig" | "log">,
): Promise<Parsed<LoadedConfig>> {
  const read = await outside.readConfig(options.config);
  if (!read.ok) return read;
  if (read.value === undefined && options.isConfigOptional !== true) {
    return { ok: false, problems: [refuseConfigFile(options.config, explainMissing("file"))] };
  }
  const parsed = parseConfig(read.value ?? WITHOUT_FILE, options.config);
  if (!parsed.ok) return parsed;
  const { config, lints } = parsed.value;
  for (const lint of lints) outside.log.warn(`${lint.where}: ${lint.what}`);
  if (read.value === undefined) tellDefaults(options.config, config, outside);
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

function tellDefaults(file: string, { stacks }: AgentConfig, { log }: Pick<Outside, "log">): void {
  const [stack] = stacks;
  log.info(`there is no ${file}: checked as one stack with namespace ${stack?.namespace ?? ""}`);
}
