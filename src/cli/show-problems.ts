import type { Problem } from "../core/problem.ts";
import type { CommandOptions } from "./command.ts";
import { EXIT_CODES } from "./exit-code.ts";
import type { Outside } from "./outside.ts";
import { renderJson } from "./render-json.ts";
import { renderProblems } from "./render-problems.ts";

/** Prints the problems that end a command. @returns the exit code. */
export function showProblems(
  { output }: Pick<CommandOptions, "output">,
  problems: readonly Problem[],
  outside: Pick<Outside, "stdout" | "stderr">,
): number {
  if (output === "json") outside.stdout(renderJson({ stacks: [], problems }));
  else outside.stderr.write(renderProblems(problems, outside.stderr.palette));
  return EXIT_CODES.problem;
}
