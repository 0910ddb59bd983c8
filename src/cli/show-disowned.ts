import { disownSource } from "../agent/disown-source.ts";
import type { Command } from "./command.ts";
import { EXIT_CODES } from "./exit-code.ts";
import type { LoadedConfig } from "./load-config.ts";
import type { Outside } from "./outside.ts";
import { parseSourceId } from "./parse-source-id.ts";
import { renderDisown } from "./render-disown.ts";
import { renderJson } from "./render-json.ts";
import { showProblems } from "./show-problems.ts";
import { withStacks } from "./with-stacks.ts";

type Disowning = Extract<Command, { readonly name: "disown" }>;

/**
 * `disown <id>`: takes from a Secret or ConfigMap the owners that Wave gave it. @returns the exit code.
 *
 * @throws {ClusterError} when the cluster refuses it.
 */
export async function showDisowned(
  command: Disowning,
  loaded: LoadedConfig,
  outside: Outside,
): Promise<number> {
  const parsed = parseSourceId(command.id);
  if (!parsed.ok) return showProblems(command, parsed.problems, outside);
  const id = parsed.value;
  const { isDryRun } = command;
  const stacks = await withStacks(loaded, outside, async ({ stack }) =>
    disownSource(stack, id, { isDryRun }),
  );
  outside.stdout(
    command.output === "json" ? renderJson({ stacks }) : renderDisown({ stacks }, outside.palette),
  );
  return EXIT_CODES.inSync;
}
