import type { CheckedOut } from "../agent/check-out.ts";
import type { Problem } from "../core/problem.ts";
import { findScaledInGit } from "../core/released/find-scaled-in-git.ts";
import { describeLeftOut } from "../core/report/describe-left-out.ts";
import type { LeftOutStatus } from "../core/report/status-document.ts";
import { countText } from "../core/wording/count-text.ts";
import { explainLeftOut } from "../core/wording/explain-left-out.ts";
import { checkOutAll } from "./check-out-all.ts";
import type { Command } from "./command.ts";
import { EXIT_CODES } from "./exit-code.ts";
import type { LoadedConfig } from "./load-config.ts";
import type { Outside } from "./outside.ts";
import { paintLines } from "./paint-line.ts";
import { renderJson } from "./render-json.ts";
import { renderProblems } from "./render-problems.ts";
import { showProblems } from "./show-problems.ts";

type Validate = Extract<Command, { name: "validate" }>;

/**
 * Checks the manifests of the stacks, or of a folder in place of their repositories. Needs no cluster: what only the
 * server knows is left to `plan`.
 *
 * @returns the exit code.
 */
export async function validateManifests(
  command: Validate,
  { config, stacks }: LoadedConfig,
  outside: Outside,
): Promise<number> {
  const { path } = command;
  const folder = path === undefined ? undefined : await outside.findFolder(path);
  if (folder?.ok === false) return showProblems(command, folder.problems, outside);
  const checked = await checkOutAll(stacks, (stack) =>
    folder === undefined ? outside.openSource(config, stack) : folder.value(),
  );
  const values = checked.flatMap((each) => (each.ok ? [each.value] : []));
  const remarks = values.flatMap(({ lints, desired }) => [
    ...lints,
    ...findScaledInGit(desired.manifests),
  ]);
  for (const { where, what } of remarks) {
    outside.log.warn(`${where}: ${what}`);
  }
  const problems = checked.flatMap((each) =>
    each.ok ? [...each.value.desired.graph.refused.values()].flat() : each.problems,
  );
  const leftOut = checked.flatMap((each) => (each.ok ? each.value.leftOut : each.leftOut));
  const found = { problems, objects: countObjects(values), ...describeLeftOut(leftOut) };
  if (command.output === "json") {
    // A document with problems has the form of every command's.
    outside.stdout(renderJson(problems.length > 0 ? { stacks: [], ...found } : found));
  } else showFound(found, stacks.length, outside);
  return problems.length > 0 ? EXIT_CODES.problem : EXIT_CODES.inSync;
}

interface Found {
  readonly problems: readonly Problem[];
  /** In the stacks without problems that keep a commit out. */
  readonly objects: number;
  readonly leftOut?: LeftOutStatus;
}

function showFound({ problems, objects, leftOut }: Found, stacks: number, outside: Outside): void {
  const files = leftOut === undefined ? [] : [[explainLeftOut(leftOut)]];
  if (problems.length > 0) {
    const { palette } = outside.stderr;
    outside.stderr.write(renderProblems(problems, palette) + paintLines(files, palette));
    return;
  }
  const counts = `${countText(objects, "object")} in ${countText(stacks, "stack")}, no problem`;
  outside.stdout(paintLines([[counts], ...files], outside.palette));
}

function countObjects(values: readonly CheckedOut[]): number {
  return values.reduce((sum, { desired }) => sum + desired.manifests.length, 0);
}
