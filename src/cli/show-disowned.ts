import { disownSource } from "../agent/disown-source.ts";
import { parseObjectId } from "../core/object/object-id.ts";
import type { Command } from "./command.ts";
import { EXIT_CODES } from "./exit-code.ts";
import type { LoadedConfig } from "./load-config.ts";
import type { Outside } from "./outside.ts";
import { renderDisown } from "./render-disown.ts";
import { renderJson } from "./render-json.ts";
import { isSource } from "./show-consumers.ts";
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
  const id = parseObjectId(command.id);
  if (id === undefined || !isSource(id)) {
    const expected = "Secret/[namespace/]name or ConfigMap/[namespace/]name";
    const problem = { where: command.id, what: "is no Secret and no ConfigMap", expected };
    return showProblems(command, [problem], outside);
  }
  const { isDryRun } = command;
  const stacks = await withStacks(loaded, outside, async ({ stack }) =>
    disownSource(stack, id, { isDryRun }),
  );
  outside.stdout(
    command.output === "json" ? renderJson({ stacks }) : renderDisown({ stacks }, outside.palette),
  );
  return EXIT_CODES.inSync;
}
