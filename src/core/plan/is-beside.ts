import type { WriteStep } from "./plan.ts";

/** A step that neither changes nor takes back anything of the object: paths are given up, or sources noted. */
export function isBeside({ why }: Pick<WriteStep, "why">): boolean {
  return why === "release" || why === "record";
}
