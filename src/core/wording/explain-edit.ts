import { readablePath } from "../report/readable-path.ts";
import type { DriftStatus } from "../report/status-document.ts";
import { explainChange } from "./explain-change.ts";

/** Who did what in words without values, for texts that more people may read than the report: `kubectl-edit changed spec.replicas`. */
export function explainEdit(drift: DriftStatus): string {
  const { class: kind, path, manager, attribution, sharedWith = [] } = drift;
  if (kind !== "changed" && kind !== "added" && kind !== "removed") return explainChange(drift);
  const isNamed = manager !== "" && attribution !== "unknown";
  const who = isNamed ? [manager, ...sharedWith].join(" or ") : "somebody";
  return `${who} ${kind} ${readablePath(path)}`;
}
