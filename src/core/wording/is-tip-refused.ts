import type { StackStatus } from "../report/status-document.ts";

/** The newest commit was not applied. Problems of the commit in force are those of a component; those of another one kept that commit from being applied. */
export function isTipRefused({
  problems,
  revision,
  tip,
}: Pick<StackStatus, "problems" | "revision" | "tip">): boolean {
  return problems.length > 0 && (tip !== revision || revision === "");
}
