import { type JsonObject, listAt, textAt } from "../../core/object/json.ts";
import type { Column } from "./column.ts";
import { ageSince } from "./human-duration.ts";
import { AGE_COLUMN, column, isConditionTrue, NAME_COLUMN, wideColumn } from "./make-column.ts";
import { podSummary } from "./pod-status.ts";

/** Of `kubectl get pods`. */
export const POD_COLUMNS: readonly Column[] = [
  NAME_COLUMN,
  column("Ready", readyCell),
  column("Status", (pod) => podSummary(pod).status),
  column("Restarts", restartsCell),
  AGE_COLUMN,
  wideColumn("IP", (pod) => orNone(textAt(listAt(pod, "status", "podIPs")[0], "ip"))),
  wideColumn("Node", (pod) => orNone(textAt(pod, "spec", "nodeName"))),
  wideColumn("Nominated Node", (pod) => orNone(textAt(pod, "status", "nominatedNodeName"))),
  wideColumn("Readiness Gates", gatesCell),
];

function readyCell(pod: JsonObject): string {
  const { ready, containers } = podSummary(pod);
  return `${String(ready)}/${String(containers)}`;
}

function restartsCell(pod: JsonObject, now: number): string {
  const { restarts, restartedAt } = podSummary(pod);
  if (restarts === 0 || restartedAt === undefined) return String(restarts);
  return `${String(restarts)} (${ageSince(restartedAt, now)} ago)`;
}

function gatesCell(pod: JsonObject): string {
  const gates = listAt(pod, "spec", "readinessGates");
  if (gates.length === 0) return "<none>";
  const open = gates.filter((gate) => isConditionTrue(pod, textAt(gate, "conditionType") ?? ""));
  return `${String(open.length)}/${String(gates.length)}`;
}

function orNone(text: string | undefined): string {
  return text === undefined || text === "" ? "<none>" : text;
}
