import type { RefusalStatus } from "../core/report/status-document.ts";
import type { CommandOptions } from "./command.ts";
import { EXIT_CODES } from "./exit-code.ts";
import type { Outside } from "./outside.ts";
import { renderJson } from "./render-json.ts";
import { renderRefusal } from "./render-refusal.ts";

/** Prints the refusal that ends a command. @returns the exit code. */
export function showRefusal(
  { output }: Pick<CommandOptions, "output">,
  refusal: RefusalStatus,
  outside: Pick<Outside, "stdout" | "stderr">,
): number {
  if (output === "json") outside.stdout(renderJson({ stacks: [], refusals: [refusal] }));
  outside.stderr.write(renderRefusal(refusal, outside.stderr.palette));
  return EXIT_CODES.refused;
}
