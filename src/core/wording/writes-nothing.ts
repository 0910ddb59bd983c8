import type { StackStatus } from "../report/status-document.ts";

/** A plan that has something to write and sends none of it: the stack's mode is `observe`, or it is suspended. */
export function writesNothing({ objects, orphans }: StackStatus): boolean {
  const hasWish = objects.some(({ action }) => action === "apply" || action === "revert");
  return hasWish && [...objects, ...orphans].every(({ writes }) => writes === undefined);
}
