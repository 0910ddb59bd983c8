import type { StackStatus } from "../report/status-document.ts";

/** The mode of all its objects is `off`: nothing of the stack was looked at. */
export function isOff({ objects }: StackStatus): boolean {
  return objects.length > 0 && objects.every(({ mode }) => mode === "off");
}
