import { isBeside } from "./is-beside.ts";
import type { WriteStep } from "./plan.ts";

/** A step after which the object wants what it wanted before: nothing of Git is rolled out by it. */
export function isOfNoChange({ why }: Pick<WriteStep, "why">): boolean {
  return why === "revert" || isBeside({ why });
}
