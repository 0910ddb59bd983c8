import type { ObjectStatus } from "../report/status-document.ts";

/** A source of it changed, and its pods are about to restart: it is not where it will be. */
export function awaitsRestart({
  conditions,
  mode = "enforce",
  phase,
}: Pick<ObjectStatus, "conditions" | "mode" | "phase">): boolean {
  const isDue = conditions.some(({ type }) => type === "RestartDue");
  return isDue && mode === "enforce" && phase === "Ready";
}
