import { suspendStack } from "../agent/suspend-stack.ts";
import { parseDuration } from "../core/config/parse-duration.ts";
import type { Command } from "./command.ts";
import { EXIT_CODES } from "./exit-code.ts";
import type { LoadedConfig } from "./load-config.ts";
import type { Outside } from "./outside.ts";
import { renderSuspension } from "./render-suspension.ts";
import { withStacks } from "./with-stacks.ts";

type Suspending = Extract<Command, { readonly name: "suspend" | "resume" }>;

/** Holds the named stack still, or lets it go on: whichever agent holds it sees that at once. @throws {ClusterError} */
export async function suspendStacks(
  command: Suspending,
  loaded: LoadedConfig,
  outside: Outside,
): Promise<number> {
  const suspension =
    command.name === "resume"
      ? undefined
      : { reason: command.reason, until: endOf(command.until, outside.now()) };
  await withStacks(loaded, outside, async ({ stack }) => suspendStack(stack, suspension));
  outside.stdout(renderSuspension({ stack: command.stack ?? "", suspension }, command.output));
  return EXIT_CODES.inSync;
}

function endOf(until: string | undefined, nowMs: number): string {
  if (until === undefined) return "";
  const durationMs = parseDuration(until);
  return new Date(durationMs === undefined ? Date.parse(until) : nowMs + durationMs).toISOString();
}
