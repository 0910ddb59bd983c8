import { type JsonObject, numberAt, objectAt, textAt, valueAt } from "../../core/object/json.ts";
import { idOf, isTerminating, resourceVersionOf, uidOf } from "../../core/object/live-object.ts";
import { CRON_JOBS } from "../kinds/collections.ts";
import { timeOf, timeText } from "../time-text.ts";
import { isTrue } from "./conditions.ts";
import { type ClusterView, type Controller, type Decision, SETTLED } from "./controller.ts";
import { type CronSchedule, parseCronSchedule } from "./cron-schedule.ts";
import { isJobFinished } from "./job-facts.ts";
import { controlledBy, isControlledBy, selfOrController } from "./owner-reference.ts";
import type { Write } from "./write.ts";
import { create, definedOnly, remove, tell, writeStatus } from "./writes.ts";

const MINUTE_MS = 60_000;
/** Times that were missed are looked for so far back. */
const LOOK_BACK_MINUTES = 1_440;

/**
 * Makes Jobs on a schedule, and removes the oldest finished ones.
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/
 */
export function cronJobController(): Controller {
  return {
    name: "cronjob-controller",
    userAgent: "kube-controller-manager",
    concerns: (change) => selfOrController(change, { collection: CRON_JOBS, kind: "CronJob" }),
    decide: (place, view) => {
      const cronJob = view.get(place);
      if (cronJob === undefined || isTerminating(cronJob)) return SETTLED;
      const timeZone = textAt(cronJob, "spec", "timeZone") ?? "UTC";
      const schedule = parseCronSchedule(textAt(cronJob, "spec", "schedule") ?? "", timeZone);
      return schedule === undefined ? SETTLED : decide(cronJob, schedule, view);
    },
  };
}

function decide(cronJob: JsonObject, schedule: CronSchedule, view: ClusterView): Decision {
  const jobs = view
    .ownedBy(uidOf(cronJob))
    .filter((each) => idOf(each).kind === "Job" && isControlledBy(each, cronJob))
    .toSorted((a, b) => (createdAt(a) < createdAt(b) ? -1 : 1));
  const active = jobs.filter((each) => !isJobFinished(each));
  const due = dueTime(cronJob, schedule, view.now);
  const started = due === undefined ? [] : startJob(cronJob, { due, active }, view);
  const isStarted = started.some((each) => each.kind === "create");
  return {
    writes: [
      ...started,
      ...writeStatus(cronJob, statusOf(cronJob, jobs, isStarted ? due : undefined)),
      ...removeOldJobs(cronJob, jobs),
    ],
    againMs: MINUTE_MS - (view.now % MINUTE_MS),
  };
}

/** The last scheduled minute that has passed and was not started yet. */
function dueTime(cronJob: JsonObject, schedule: CronSchedule, now: number): number | undefined {
  if (valueAt(cronJob, "spec", "suspend") === true) return undefined;
  const since =
    timeOf(textAt(cronJob, "status", "lastScheduleTime")) ?? timeOf(createdAt(cronJob)) ?? now;
  const deadline = numberAt(cronJob, "spec", "startingDeadlineSeconds");
  const earliest = deadline === undefined ? since : Math.max(since, now - deadline * 1000);
  const present = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  for (let back = 0; back < LOOK_BACK_MINUTES; back += 1) {
    const minute = present - back * MINUTE_MS;
    if (minute <= earliest) return undefined;
    if (schedule.matches(minute)) return minute;
  }
  return undefined;
}

function startJob(
  cronJob: JsonObject,
  { due, active }: { readonly due: number; readonly active: readonly JsonObject[] },
  view: ClusterView,
): readonly Write[] {
  const policy = textAt(cronJob, "spec", "concurrencyPolicy");
  if (policy === "Forbid" && active.length > 0) {
    const text =
      "Not starting job because prior execution is running and concurrency policy is Forbid";
    return [tell(cronJob, "JobAlreadyActive", text)];
  }
  const job = newJob(cronJob, due);
  const { namespace, name } = idOf(job);
  if (view.get({ group: "batch", plural: "jobs", namespace, name }) !== undefined) return [];
  const replaced = policy === "Replace" ? active : [];
  return [
    ...replaced.flatMap((each) => deleteJob(cronJob, each)),
    create(job),
    tell(cronJob, "SuccessfulCreate", `Created job ${name}`),
  ];
}

function newJob(cronJob: JsonObject, due: number): JsonObject {
  const { namespace, name } = idOf(cronJob);
  const template = objectAt(cronJob, "spec", "jobTemplate") ?? {};
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: definedOnly({
      name: `${name}-${Math.floor(due / MINUTE_MS)}`,
      namespace,
      labels: objectAt(template, "metadata", "labels"),
      annotations: {
        ...objectAt(template, "metadata", "annotations"),
        "batch.kubernetes.io/cronjob-scheduled-timestamp": timeText(due),
      },
      ownerReferences: [controlledBy(cronJob)],
    }),
    spec: objectAt(template, "spec") ?? {},
  };
}

function statusOf(
  cronJob: JsonObject,
  jobs: readonly JsonObject[],
  started: number | undefined,
): JsonObject {
  const active = jobs.filter((each) => !isJobFinished(each)).map(referenceTo);
  const successes = jobs
    .map((each) => textAt(each, "status", "completionTime") ?? "")
    .concat(textAt(cronJob, "status", "lastSuccessfulTime") ?? "")
    .toSorted();
  const last = successes.at(-1) ?? "";
  return definedOnly({
    active: active.length === 0 ? undefined : active,
    lastScheduleTime:
      started === undefined ? textAt(cronJob, "status", "lastScheduleTime") : timeText(started),
    lastSuccessfulTime: last === "" ? undefined : last,
  });
}

function referenceTo(job: JsonObject): JsonObject {
  const { namespace, name } = idOf(job);
  const resourceVersion = resourceVersionOf(job);
  return { apiVersion: "batch/v1", kind: "Job", namespace, name, uid: uidOf(job), resourceVersion };
}

function removeOldJobs(cronJob: JsonObject, jobs: readonly JsonObject[]): readonly Write[] {
  const succeeded = jobs.filter((each) => isTrue(each, "Complete"));
  const failed = jobs.filter((each) => isTrue(each, "Failed"));
  const successesMax = numberAt(cronJob, "spec", "successfulJobsHistoryLimit") ?? 3;
  const failuresMax = numberAt(cronJob, "spec", "failedJobsHistoryLimit") ?? 1;
  const excess = [
    ...succeeded.slice(0, Math.max(0, succeeded.length - successesMax)),
    ...failed.slice(0, Math.max(0, failed.length - failuresMax)),
  ];
  return excess.filter((each) => !isTerminating(each)).flatMap((each) => deleteJob(cronJob, each));
}

function deleteJob(cronJob: JsonObject, job: JsonObject): readonly Write[] {
  return [
    remove(job, { propagationPolicy: "Background" }),
    tell(cronJob, "SuccessfulDelete", `Deleted job ${idOf(job).name}`),
  ];
}

function createdAt(object: JsonObject): string {
  return textAt(object, "metadata", "creationTimestamp") ?? "";
}
