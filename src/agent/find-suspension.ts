import type { Suspension } from "../core/inventory/suspension.ts";
import type { Stack } from "./stack.ts";

/** The suspension of the stack that is in force now. One whose end is no time does not end by itself. */
export function findSuspension(stack: Stack): Suspension | undefined {
  const suspension = stack.parent?.content.suspension;
  const endsAtMs = endOfSuspension(suspension);
  const isOver = endsAtMs !== undefined && endsAtMs <= stack.setup.ports.clock.now();
  return isOver ? undefined : suspension;
}

/** Epoch milliseconds. */
export function endOfSuspension(suspension: Suspension | undefined): number | undefined {
  const endsAtMs = Date.parse(suspension?.until ?? "");
  return Number.isNaN(endsAtMs) ? undefined : endsAtMs;
}
