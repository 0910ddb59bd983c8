import type { StackStatus } from "../report/status-document.ts";

/** The stack's mode is `off`, the only thing that makes the agent skip an object: nothing of it was looked at. */
export function isOff({ objects }: StackStatus): boolean {
  return objects.length > 0 && objects.every(({ phase }) => phase === "Skipped");
}
