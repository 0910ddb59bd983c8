import { type ConsumersAnswer, findConsumers } from "../agent/find-consumers.ts";
import type { Command } from "./command.ts";
import { EXIT_CODES } from "./exit-code.ts";
import type { LoadedConfig } from "./load-config.ts";
import type { Outside } from "./outside.ts";
import { parseSourceId } from "./parse-source-id.ts";
import { renderConsumers } from "./render-consumers.ts";
import { renderJson } from "./render-json.ts";
import { showProblems } from "./show-problems.ts";
import { showRefusal } from "./show-refusal.ts";
import { withStacks } from "./with-stacks.ts";

type Asking = Extract<Command, { readonly name: "consumers" }>;

/** `consumers <id>`: which workloads use a Secret or ConfigMap. Writes nothing. @returns the exit code. */
export async function showConsumers(
  command: Asking,
  loaded: LoadedConfig,
  outside: Outside,
): Promise<number> {
  const parsed = parseSourceId(command.id);
  if (!parsed.ok) return showProblems(command, parsed.problems, outside);
  const id = parsed.value;
  const answers = await withStacks(loaded, outside, async ({ stack }) => findConsumers(stack, id));
  const unknown = answers.find((each) => each.kind === "unknown");
  if (unknown !== undefined) return showUnknown(command, unknown, outside);
  const stacks = answers.flatMap((each) => (each.kind === "known" ? [each.answer] : []));
  const text =
    command.output === "json"
      ? renderJson({ stacks })
      : renderConsumers({ stacks }, outside.palette);
  outside.stdout(text);
  return EXIT_CODES.inSync;
}

function showUnknown(
  command: Asking,
  { problems, refusal }: Extract<ConsumersAnswer, { kind: "unknown" }>,
  outside: Outside,
): number {
  return refusal === undefined
    ? showProblems(command, problems, outside)
    : showRefusal(command, refusal, outside);
}
