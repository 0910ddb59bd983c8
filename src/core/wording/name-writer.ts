import type { DriftStatus } from "../report/status-document.ts";

/** Who wrote a drifted value, for a sentence: `kubectl-edit`, `kubectl-edit (or k9s)`, `somebody`. */
export function nameWriter(
  drift: Pick<DriftStatus, "manager" | "attribution" | "sharedWith">,
): string {
  const { manager, attribution, sharedWith = [] } = drift;
  if (manager === "") return "somebody";
  const others = sharedWith.join(", ");
  if (attribution === "unknown") {
    return `somebody (in ${manager}${others === "" ? "" : `, or ${others}`})`;
  }
  return others === "" ? manager : `${manager} (or ${others})`;
}
