import {
  isJsonEqual,
  type JsonObject,
  listAt,
  numberAt,
  objectAt,
  textAt,
} from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { invalid, notSupported, required } from "../make-fault.ts";
import { choiceFaults, negativeFaults } from "./check-items.ts";
import { podFailureFaults } from "./check-pod-failure.ts";
import { scheduleFault } from "./check-schedule.ts";
import { selectorFaults } from "./check-selector.ts";
import { mismatchFaults, templateFaults } from "./check-template.ts";

const FIGURES = [
  "parallelism",
  "completions",
  "activeDeadlineSeconds",
  "backoffLimit",
  "ttlSecondsAfterFinished",
  "backoffLimitPerIndex",
  "maxFailedIndexes",
];

/** Pods of an indexed job at a time. */
const PARALLELISM_MAX = 100_000;

/** Eleven characters fewer than a label has, for the time in the names of its jobs. */
const CRON_NAME_MAX = 52;

const UID_LABEL = "batch.kubernetes.io/controller-uid";

/** @see https://kubernetes.io/docs/concepts/workloads/controllers/job/ */
export function jobFaults(object: JsonObject): readonly Fault[] {
  return [...generatedFaults(object), ...jobTaskFaults(object)];
}

/** Faults of what a job is to do and of its selector, whoever chose it. */
export function jobTaskFaults(object: JsonObject): readonly Fault[] {
  const spec = objectAt(object, "spec") ?? {};
  const selector = objectAt(spec, "selector");
  return [
    ...jobSpecFaults(spec, "spec"),
    ...(selector === undefined
      ? [required("spec.selector")]
      : selectorFaults(selector, "spec.selector")),
    ...mismatchFaults(selector, objectAt(spec, "template") ?? {}, "spec.template"),
  ];
}

/** @see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/ */
export function cronJobFaults(object: JsonObject): readonly Fault[] {
  const spec = objectAt(object, "spec") ?? {};
  const name = textAt(object, "metadata", "name") ?? "";
  return [
    ...scheduleFaults(spec),
    ...negativeFaults(spec, "spec.startingDeadlineSeconds"),
    ...choiceFaults(spec, "spec.concurrencyPolicy", ["Allow", "Forbid", "Replace"]),
    ...jobTemplateFaults(objectAt(spec, "jobTemplate", "spec") ?? {}, "spec.jobTemplate.spec"),
    ...negativeFaults(spec, "spec.successfulJobsHistoryLimit"),
    ...negativeFaults(spec, "spec.failedJobsHistoryLimit"),
    ...(name.length > CRON_NAME_MAX
      ? [invalid("metadata.name", name, `must be no more than ${CRON_NAME_MAX} characters`)]
      : []),
  ];
}

function zoneFaults(zone: JsonObject[string] | undefined): readonly Fault[] {
  if (typeof zone !== "string") return [];
  const field = "spec.timeZone";
  if (zone === "") return [invalid(field, zone, "timeZone must be nil or non-empty string")];
  if (zone.toLowerCase() === "local") {
    const text =
      "timeZone must be an explicit time zone as defined in https://www.iana.org/time-zones";
    return [invalid(field, zone, text)];
  }
  return isZone(zone) ? [] : [invalid(field, zone, `unknown time zone ${zone}`)];
}

function scheduleFaults(spec: JsonObject): readonly Fault[] {
  const schedule = textAt(spec, "schedule") ?? "";
  if (schedule === "") return [required("spec.schedule"), ...zoneFaults(spec["timeZone"])];
  if (schedule.includes("TZ")) {
    const text = "cannot use TZ or CRON_TZ in schedule, use timeZone field instead";
    return [invalid("spec.schedule", schedule, text), ...zoneFaults(spec["timeZone"])];
  }
  const fault = scheduleFault(schedule);
  return [
    ...(fault === undefined ? [] : [invalid("spec.schedule", schedule, fault)]),
    ...zoneFaults(spec["timeZone"]),
  ];
}

function isZone(zone: string): boolean {
  return zone === "UTC" || Intl.supportedValuesOf("timeZone").includes(zone) || isOldZone(zone);
}

/** Zones that have another name today are known too. */
function isOldZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: zone }).resolvedOptions().timeZone !== "";
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function jobTemplateFaults(spec: JsonObject, at: string): readonly Fault[] {
  const selector = objectAt(spec, "selector");
  return [
    ...jobSpecFaults(spec, at),
    ...(selector === undefined
      ? []
      : [invalid(`${at}.selector`, selector, "`selector` will be auto-generated")]),
    ...(spec["manualSelector"] === true
      ? [notSupported(`${at}.manualSelector`, true, ["nil", "false"])]
      : []),
  ];
}

/** The selector and the labels that the server makes itself must not be written by others. */
function generatedFaults(object: JsonObject): readonly Fault[] {
  const spec = objectAt(object, "spec") ?? {};
  const selector = objectAt(spec, "selector");
  if (spec["manualSelector"] === true || selector === undefined) return [];
  const uid = textAt(object, "metadata", "uid") ?? "";
  const name = textAt(object, "metadata", "name") ?? "";
  const labels = objectAt(spec, "template", "metadata", "labels") ?? {};
  const expected: readonly (readonly [string, string])[] = [
    ["controller-uid", uid],
    ["job-name", name],
    [UID_LABEL, uid],
    ["batch.kubernetes.io/job-name", name],
  ];
  return [
    ...expected
      .filter(([key, value]) => labels[key] !== value)
      .map(([key, value]) =>
        invalid(`spec.template.metadata.labels[${key}]`, labels, `must be '${value}'`),
      ),
    ...(isJsonEqual(selector, { matchLabels: { [UID_LABEL]: uid } })
      ? []
      : [invalid("spec.selector", selector, "`selector` not auto-generated")]),
  ];
}

/** Faults of what a job is to do, but for its selector. @param at - Such as `spec.jobTemplate.spec`. */
function jobSpecFaults(spec: JsonObject, at: string): readonly Fault[] {
  return [
    ...FIGURES.flatMap((field) => negativeFaults(spec, `${at}.${field}`)),
    ...modeFaults(spec, at),
    ...podFailureFaults(spec, at),
    ...choiceFaults(
      spec,
      `${at}.podReplacementPolicy`,
      spec["podFailurePolicy"] === undefined ? ["Failed", "TerminatingOrFailed"] : ["Failed"],
    ),
    ...templateFaults(objectAt(spec, "template") ?? {}, `${at}.template`),
    ...endingFaults(spec, `${at}.template.spec.restartPolicy`),
  ];
}

function modeFaults(spec: JsonObject, at: string): readonly Fault[] {
  const mode = textAt(spec, "completionMode");
  const isIndexed = mode === "Indexed";
  const perIndex = numberAt(spec, "backoffLimitPerIndex");
  const failed = numberAt(spec, "maxFailedIndexes");
  const parallelism = numberAt(spec, "parallelism") ?? 0;
  return [
    ...choiceFaults(spec, `${at}.completionMode`, ["NonIndexed", "Indexed"]),
    ...(isIndexed && numberAt(spec, "completions") === undefined
      ? [required(`${at}.completions`, "when completion mode is Indexed")]
      : []),
    ...(isIndexed && parallelism > PARALLELISM_MAX
      ? [
          invalid(
            `${at}.parallelism`,
            parallelism,
            `must be less than or equal to ${PARALLELISM_MAX} when completion mode is Indexed`,
          ),
        ]
      : []),
    ...(!isIndexed && perIndex !== undefined
      ? [invalid(`${at}.backoffLimitPerIndex`, perIndex, "requires indexed completion mode")]
      : []),
    ...(failed !== undefined && perIndex === undefined
      ? [required(`${at}.backoffLimitPerIndex`, "when maxFailedIndexes is specified")]
      : []),
  ];
}

function endingFaults(spec: JsonObject, field: string): readonly Fault[] {
  const policy = textAt(spec, "template", "spec", "restartPolicy") ?? "";
  if (policy === "Always") return [required(field, 'valid values: "OnFailure", "Never"')];
  if (policy !== "OnFailure" && policy !== "Never") {
    return [notSupported(field, policy, ["OnFailure", "Never"])];
  }
  const hasRules = listAt(spec, "podFailurePolicy", "rules").length > 0;
  return policy === "OnFailure" && hasRules
    ? [invalid(field, policy, 'only "Never" is supported when podFailurePolicy is specified')]
    : [];
}
