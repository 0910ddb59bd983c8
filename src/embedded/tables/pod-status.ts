import {
  type Json,
  type JsonObject,
  listAt,
  numberAt,
  objectAt,
  textAt,
  valueAt,
} from "../../core/object/json.ts";
import { isConditionTrue } from "./make-column.ts";

/** What `kubectl get pods` says of one pod. */
export interface PodSummary {
  readonly ready: number;
  readonly containers: number;
  /** Such as `Running`, `Init:0/1`, `ImagePullBackOff`, `Terminating`. */
  readonly status: string;
  readonly restarts: number;
  /** When the last restarted container had ended; `undefined` for none. */
  readonly restartedAt: string | undefined;
}

/** What containers add to a summary. */
interface Tally {
  readonly ready: number;
  readonly restarts: number;
  readonly restartedAt: string | undefined;
}

const NOTHING: Tally = { ready: 0, restarts: 0, restartedAt: undefined };

/** What the init containers say. */
interface Initialization {
  /** Of those that keep running beside the containers. */
  readonly sidecars: Tally;
  readonly all: Tally;
  /** The status of a pod that is being initialized, `undefined` when it is not. */
  readonly status: string | undefined;
}

/** Sums up a pod in the words of kubectl's table. */
export function podSummary(pod: JsonObject): PodSummary {
  const init = readInitialization(pod);
  const containers =
    listAt(pod, "spec", "containers").length +
    listAt(pod, "spec", "initContainers").filter(isSidecar).length;
  if (init.status !== undefined && !isConditionTrue(pod, "Initialized")) {
    return { ...init.all, containers, status: whileLeaving(pod, init.status) };
  }
  const statuses = listAt(pod, "status", "containerStatuses");
  const running = statuses.filter(isRunning);
  const tally = {
    ...addTally(init.sidecars, statuses),
    ready: init.sidecars.ready + running.length,
  };
  const reason = firstReason(statuses) ?? init.status ?? podReason(pod);
  const status = reason === "Completed" && running.length > 0 ? runningStatus(pod) : reason;
  return { ...tally, containers, status: whileLeaving(pod, status) };
}

function readInitialization(pod: JsonObject): Initialization {
  const written = listAt(pod, "spec", "initContainers");
  const sidecarNames = new Set(written.filter(isSidecar).map((each) => textAt(each, "name")));
  let all = NOTHING;
  let sidecars = NOTHING;
  for (const [index, status] of listAt(pod, "status", "initContainerStatuses").entries()) {
    const sidecar = sidecarNames.has(textAt(status, "name"));
    const isStarted = sidecar && valueAt(status, "started") === true;
    const ready = isStarted && valueAt(status, "ready") === true ? 1 : 0;
    all = { ...addTally(all, [status]), ready: all.ready + ready };
    if (sidecar) sidecars = { ...addTally(sidecars, [status]), ready: all.ready };
    const hasEnded = numberAt(status, "state", "terminated", "exitCode") === 0;
    if (hasEnded || isStarted) continue;
    const progress = `${String(index)}/${String(written.length)}`;
    return { all, sidecars, status: `Init:${initReason(status) ?? progress}` };
  }
  return { all, sidecars, status: undefined };
}

/** Why an init container does not go on, `undefined` when it is just running or waiting for its turn. */
function initReason(status: Json): string | undefined {
  const ended = endReason(status);
  if (ended !== undefined) return ended;
  const waiting = waitingReason(status);
  return waiting === "PodInitializing" ? undefined : waiting;
}

/** The reason of the first container that has one. */
function firstReason(statuses: readonly Json[]): string | undefined {
  return statuses
    .map((status) => waitingReason(status) ?? endReason(status))
    .find((reason) => reason !== undefined);
}

function waitingReason(status: Json): string | undefined {
  const reason = textAt(status, "state", "waiting", "reason");
  return reason === "" ? undefined : reason;
}

/** Why a container has ended, `undefined` when it has not. */
function endReason(status: Json): string | undefined {
  const ended = objectAt(status, "state", "terminated");
  if (ended === undefined) return undefined;
  const reason = textAt(ended, "reason") ?? "";
  if (reason !== "") return reason;
  const signal = numberAt(ended, "signal") ?? 0;
  return signal === 0
    ? `ExitCode:${String(numberAt(ended, "exitCode") ?? 0)}`
    : `Signal:${String(signal)}`;
}

function isRunning(status: Json): boolean {
  const hasReason = waitingReason(status) ?? endReason(status);
  const runs = objectAt(status, "state", "running") !== undefined;
  return hasReason === undefined && runs && valueAt(status, "ready") === true;
}

function addTally(tally: Tally, statuses: readonly Json[]): Tally {
  let { restarts, restartedAt } = tally;
  for (const status of statuses) {
    restarts += numberAt(status, "restartCount") ?? 0;
    const ended = textAt(status, "lastState", "terminated", "finishedAt");
    if (ended !== undefined && Date.parse(ended) > Date.parse(restartedAt ?? "1970-01-01")) {
      restartedAt = ended;
    }
  }
  return { ...tally, restarts, restartedAt };
}

/** An init container that is started and then runs beside the containers. */
function isSidecar(container: Json): boolean {
  return textAt(container, "restartPolicy") === "Always";
}

function podReason(pod: JsonObject): string {
  const gated = listAt(pod, "status", "conditions").some(
    (condition) =>
      textAt(condition, "type") === "PodScheduled" &&
      textAt(condition, "reason") === "SchedulingGated",
  );
  if (gated) return "SchedulingGated";
  const reason = textAt(pod, "status", "reason") ?? "";
  return reason === "" ? (textAt(pod, "status", "phase") ?? "") : reason;
}

function runningStatus(pod: JsonObject): string {
  return isConditionTrue(pod, "Ready") ? "Running" : "NotReady";
}

function whileLeaving(pod: JsonObject, status: string): string {
  if (valueAt(pod, "metadata", "deletionTimestamp") === undefined) return status;
  if (textAt(pod, "status", "reason") === "NodeLost") return "Unknown";
  const phase = textAt(pod, "status", "phase") ?? "";
  return phase === "Failed" || phase === "Succeeded" ? status : "Terminating";
}
