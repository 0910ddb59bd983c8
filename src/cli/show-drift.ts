import { findDifferences } from "../agent/find-differences.ts";
import type { StackDifferences } from "../core/report/difference.ts";
import { isTipRefused } from "../core/wording/is-tip-refused.ts";
import type { CommandOptions } from "./command.ts";
import { EXIT_CODES } from "./exit-code.ts";
import type { LoadedConfig } from "./load-config.ts";
import type { Outside } from "./outside.ts";
import { renderDifferences } from "./render-differences.ts";
import { renderJson } from "./render-json.ts";
import { withStacks } from "./with-stacks.ts";

/** `drift`: how the cluster differs from Git, in words. Writes nothing. @returns the exit code. */
export async function showDrift(
  { output }: CommandOptions,
  loaded: LoadedConfig,
  outside: Outside,
): Promise<number> {
  const stacks = await withStacks(loaded, outside, async ({ stack }) => findDifferences(stack));
  const document = { stacks };
  const view = { nowMs: outside.now(), palette: outside.palette };
  outside.stdout(output === "json" ? renderJson(document) : renderDifferences(document, view));
  return chooseCode(stacks);
}

/** An object that the cluster refuses to judge may differ as well: that is not "none". */
function chooseCode(stacks: readonly StackDifferences[]): number {
  const refusals = stacks.flatMap((stack) => stack.refusals);
  if (refusals.some(({ id }) => id === "")) return EXIT_CODES.refused;
  if (stacks.some(isTipRefused)) return EXIT_CODES.problem;
  const isClean = refusals.length === 0 && stacks.every(({ open }) => open === 0);
  return isClean ? EXIT_CODES.inSync : EXIT_CODES.open;
}
