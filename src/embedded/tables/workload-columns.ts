import {
  type JsonObject,
  listAt,
  numberAt,
  objectAt,
  textAt,
  valueAt,
} from "../../core/object/json.ts";
import type { Column } from "./column.ts";
import { containerColumns, containersCell } from "./container-columns.ts";
import { ageSince, humanDuration } from "./human-duration.ts";
import { labelsText, selectorText } from "./labels-text.ts";
import {
  AGE_COLUMN,
  column,
  countCell,
  countColumn,
  isConditionTrue,
  NAME_COLUMN,
  scalarText,
  textCell,
  wideColumn,
} from "./make-column.ts";
import { metricsText } from "./metrics-text.ts";

const POD_SPEC = ["spec", "template", "spec"];

const SELECTOR = wideColumn("Selector", (object) =>
  selectorText(valueAt(object, "spec", "selector")),
);

const REPLICA_COLUMNS: readonly Column[] = [
  NAME_COLUMN,
  countColumn("Desired", countCell("spec", "replicas")),
  countColumn("Current", countCell("status", "replicas")),
  countColumn("Ready", countCell("status", "readyReplicas")),
  AGE_COLUMN,
  ...containerColumns(...POD_SPEC),
];

/** Of kinds that make pods or look after them, by `Kind` or `Kind.group`. */
export const WORKLOAD_COLUMNS: ReadonlyMap<string, readonly Column[]> = new Map([
  ["Deployment.apps", deploymentColumns()],
  ["ReplicaSet.apps", [...REPLICA_COLUMNS, SELECTOR]],
  [
    "ReplicationController",
    [
      ...REPLICA_COLUMNS,
      wideColumn("Selector", (object) => labelsText(valueAt(object, "spec", "selector"))),
    ],
  ],
  [
    "StatefulSet.apps",
    [NAME_COLUMN, column("Ready", readyCell), AGE_COLUMN, ...containerColumns(...POD_SPEC)],
  ],
  ["DaemonSet.apps", daemonSetColumns()],
  ["ControllerRevision.apps", controllerRevisionColumns()],
  ["Job.batch", jobColumns()],
  ["CronJob.batch", cronJobColumns()],
  ["PodTemplate", podTemplateColumns()],
  ["HorizontalPodAutoscaler.autoscaling", autoscalerColumns()],
  ["PodDisruptionBudget.policy", disruptionBudgetColumns()],
]);

function deploymentColumns(): readonly Column[] {
  return [
    NAME_COLUMN,
    column("Ready", readyCell),
    column("Up-to-date", countCell("status", "updatedReplicas")),
    column("Available", countCell("status", "availableReplicas")),
    AGE_COLUMN,
    ...containerColumns(...POD_SPEC),
    SELECTOR,
  ];
}

function daemonSetColumns(): readonly Column[] {
  return [
    NAME_COLUMN,
    countColumn("Desired", countCell("status", "desiredNumberScheduled")),
    countColumn("Current", countCell("status", "currentNumberScheduled")),
    countColumn("Ready", countCell("status", "numberReady")),
    countColumn("Up-to-date", countCell("status", "updatedNumberScheduled")),
    countColumn("Available", countCell("status", "numberAvailable")),
    column("Node Selector", (object) => labelsText(objectAt(object, ...POD_SPEC, "nodeSelector"))),
    AGE_COLUMN,
    ...containerColumns(...POD_SPEC),
    SELECTOR,
  ];
}

function controllerRevisionColumns(): readonly Column[] {
  return [
    NAME_COLUMN,
    column("Controller", controllerCell),
    column("Revision", countCell("revision")),
    AGE_COLUMN,
  ];
}

function jobColumns(): readonly Column[] {
  return [
    NAME_COLUMN,
    column("Status", jobStatus),
    column("Completions", completionsCell),
    column("Duration", durationCell),
    AGE_COLUMN,
    ...containerColumns(...POD_SPEC),
    SELECTOR,
  ];
}

function cronJobColumns(): readonly Column[] {
  const jobSpec = ["spec", "jobTemplate", "spec"];
  return [
    NAME_COLUMN,
    column("Schedule", textCell("spec", "schedule")),
    column("Timezone", (object) => textAt(object, "spec", "timeZone") ?? "<none>"),
    column("Suspend", suspendCell, { type: "boolean" }),
    countColumn("Active", (object) => listAt(object, "status", "active").length),
    column("Last Schedule", lastScheduleCell),
    AGE_COLUMN,
    ...containerColumns(...jobSpec, "template", "spec"),
    wideColumn("Selector", (object) => selectorText(valueAt(object, ...jobSpec, "selector"))),
  ];
}

function podTemplateColumns(): readonly Column[] {
  const podSpec = ["template", "spec"];
  return [
    NAME_COLUMN,
    column("Containers", containersCell(podSpec, "name")),
    column("Images", containersCell(podSpec, "image")),
    column("Pod Labels", (object) => labelsText(valueAt(object, "template", "metadata", "labels"))),
  ];
}

function autoscalerColumns(): readonly Column[] {
  return [
    NAME_COLUMN,
    column("Reference", (object) => {
      const target = objectAt(object, "spec", "scaleTargetRef");
      return `${textAt(target, "kind") ?? ""}/${textAt(target, "name") ?? ""}`;
    }),
    column("Targets", metricsText),
    column("MinPods", (object) => scalarText(valueAt(object, "spec", "minReplicas"), "<unset>")),
    column("MaxPods", countCell("spec", "maxReplicas")),
    column("Replicas", countCell("status", "currentReplicas")),
    AGE_COLUMN,
  ];
}

function disruptionBudgetColumns(): readonly Column[] {
  return [
    NAME_COLUMN,
    column("Min Available", (object) => scalarText(valueAt(object, "spec", "minAvailable"), "N/A")),
    column("Max Unavailable", (object) =>
      scalarText(valueAt(object, "spec", "maxUnavailable"), "N/A"),
    ),
    countColumn("Allowed Disruptions", countCell("status", "disruptionsAllowed")),
    AGE_COLUMN,
  ];
}

function readyCell(object: JsonObject): string {
  const ready = numberAt(object, "status", "readyReplicas") ?? 0;
  return `${String(ready)}/${String(numberAt(object, "spec", "replicas") ?? 0)}`;
}

function controllerCell(object: JsonObject): string {
  const owner = listAt(object, "metadata", "ownerReferences").find(
    (reference) => valueAt(reference, "controller") === true,
  );
  if (owner === undefined) return "<none>";
  const apiVersion = textAt(owner, "apiVersion") ?? "";
  const group = apiVersion.includes("/") ? `.${apiVersion.split("/")[0] ?? ""}` : "";
  return `${(textAt(owner, "kind") ?? "").toLowerCase()}${group}/${textAt(owner, "name") ?? ""}`;
}

function jobStatus(job: JsonObject): string {
  if (isConditionTrue(job, "Complete")) return "Complete";
  if (isConditionTrue(job, "Failed")) return "Failed";
  if (valueAt(job, "metadata", "deletionTimestamp") !== undefined) return "Terminating";
  const others = ["Suspended", "FailureTarget", "SuccessCriteriaMet"];
  return others.find((type) => isConditionTrue(job, type)) ?? "Running";
}

function completionsCell(job: JsonObject): string {
  const succeeded = String(numberAt(job, "status", "succeeded") ?? 0);
  const wanted = numberAt(job, "spec", "completions");
  if (wanted !== undefined) return `${succeeded}/${String(wanted)}`;
  const parallelism = numberAt(job, "spec", "parallelism") ?? 0;
  return parallelism > 1 ? `${succeeded}/1 of ${String(parallelism)}` : `${succeeded}/1`;
}

function durationCell(job: JsonObject, now: number): string {
  const started = textAt(job, "status", "startTime");
  if (started === undefined) return "";
  const ended = textAt(job, "status", "completionTime");
  return humanDuration((ended === undefined ? now : Date.parse(ended)) - Date.parse(started));
}

/** A text, though the column is one of booleans: the server does so. */
function suspendCell(object: JsonObject): string {
  return valueAt(object, "spec", "suspend") === true ? "True" : "False";
}

function lastScheduleCell(object: JsonObject, now: number): string {
  const last = textAt(object, "status", "lastScheduleTime");
  return last === undefined ? "<none>" : ageSince(last, now);
}
