import {
  isJsonObject,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
  valueAt,
} from "../../core/object/json.ts";
import { generationOf } from "../../core/object/live-object.ts";
import { timeText } from "../time-text.ts";
import { conditionsOf, findCondition, keepTransition } from "./conditions.ts";
import type { Container } from "./container-status.ts";
import { definedOnly } from "./writes.ts";

/** The containers of a pod, each with its last status. */
export function containersOf(
  pod: JsonObject,
  field: "containers" | "initContainers",
): readonly Container[] {
  const statuses = listAt(pod, "status", statusField(field)).filter(isJsonObject);
  return listAt(pod, "spec", field).map((spec) => {
    const name = textAt(spec, "name") ?? "";
    const last = statuses.find((each) => textAt(each, "name") === name);
    return { name, image: textAt(spec, "image") ?? "", spec, last };
  });
}

/** What was last said of each of these containers. */
export function lastStatuses(containers: readonly Container[]): readonly JsonObject[] {
  return containers.map(({ last }) => last).filter((each) => each !== undefined);
}

/** What the kubelet finds out about a pod; phase and conditions follow from it. */
export interface PodFindings {
  readonly containers: readonly JsonObject[];
  readonly initContainers: readonly JsonObject[];
  /** The sandbox is there, and with it the address. */
  readonly podIp?: string;
}

/**
 * The status of a pod on a node, as the kubelet writes it.
 * @see https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/
 */
export function podStatus(
  pod: JsonObject,
  { containers, initContainers, podIp }: PodFindings,
  { now, hostIp }: { readonly now: number; readonly hostIp: string },
): JsonObject {
  const phase = phaseOf(pod, containers, initContainers);
  const ip = podIp ?? textAt(pod, "status", "podIP");
  return {
    ...objectAt(pod, "status"),
    ...definedOnly({
      observedGeneration: generationOf(pod),
      phase,
      hostIP: hostIp,
      hostIPs: [{ ip: hostIp }],
      podIP: ip,
      podIPs: ip === undefined ? undefined : [{ ip }],
      startTime: textAt(pod, "status", "startTime") ?? timeText(now),
      containerStatuses: containers,
      initContainerStatuses: initContainers.length === 0 ? undefined : initContainers,
    }),
    conditions: conditionsFor(
      pod,
      { containers, initContainers, phase, hasIp: ip !== undefined },
      now,
    ),
  };
}

interface Seen {
  readonly containers: readonly JsonObject[];
  readonly initContainers: readonly JsonObject[];
  readonly phase: string;
  readonly hasIp: boolean;
}

function phaseOf(
  pod: JsonObject,
  containers: readonly JsonObject[],
  initContainers: readonly JsonObject[],
): string {
  if (!initContainers.every(isInitialized)) {
    const isOver = initContainers.some(
      (each) => exitCodeOf(each) !== undefined && exitCodeOf(each) !== 0,
    );
    return isOver && textAt(pod, "spec", "restartPolicy") === "Never" ? "Failed" : "Pending";
  }
  const codes = containers.map(exitCodeOf);
  if (codes.every((code) => code === 0)) return "Succeeded";
  if (codes.every((code) => code !== undefined)) return "Failed";
  const neverRan = containers.some(
    (each) =>
      valueAt(each, "state", "waiting") !== undefined &&
      valueAt(each, "lastState", "terminated") === undefined,
  );
  return neverRan ? "Pending" : "Running";
}

function exitCodeOf(status: JsonObject): number | undefined {
  const code = valueAt(status, "state", "terminated", "exitCode");
  return typeof code === "number" ? code : undefined;
}

/** An init container is through when it ended well; a sidecar when it runs. */
export function isInitialized(status: JsonObject): boolean {
  return exitCodeOf(status) === 0 || valueAt(status, "state", "running") !== undefined;
}

function conditionsFor(pod: JsonObject, seen: Seen, now: number): readonly JsonObject[] {
  const unready = namesOf(seen.containers.filter((each) => each["ready"] !== true));
  const incomplete = namesOf(seen.initContainers.filter((each) => !isInitialized(each)));
  const ready = readiness(seen.phase, unready);
  const wanted: readonly JsonObject[] = [
    { type: "PodReadyToStartContainers", status: seen.hasIp ? "True" : "False" },
    incomplete === ""
      ? { type: "Initialized", status: "True" }
      : {
          type: "Initialized",
          status: "False",
          reason: "ContainersNotInitialized",
          message: `containers with incomplete status: [${incomplete}]`,
        },
    { type: "Ready", ...ready },
    { type: "ContainersReady", ...ready },
    { type: "PodScheduled", status: "True" },
  ];
  const old = conditionsOf(pod);
  const kept = old.filter(
    (each) => findCondition(wanted, textAt(each, "type") ?? "") === undefined,
  );
  return [...kept, ...wanted.map((each) => written(each, { pod, old, now }))];
}

function readiness(phase: string, unready: string): JsonObject {
  if (phase === "Succeeded") return { status: "False", reason: "PodCompleted" };
  if (phase === "Failed") return { status: "False", reason: "PodFailed" };
  if (unready === "") return { status: "True" };
  const message = `containers with unready status: [${unready}]`;
  return { status: "False", reason: "ContainersNotReady", message };
}

function written(
  condition: JsonObject,
  {
    pod,
    old,
    now,
  }: { readonly pod: JsonObject; readonly old: readonly JsonObject[]; readonly now: number },
): JsonObject {
  const whole = {
    ...condition,
    observedGeneration: generationOf(pod) ?? 1,
    lastProbeTime: null,
    lastTransitionTime: timeText(now),
  };
  return keepTransition(findCondition(old, textAt(condition, "type") ?? ""), whole);
}

function namesOf(statuses: readonly JsonObject[]): string {
  return statuses.map((each) => textAt(each, "name") ?? "").join(" ");
}

function statusField(field: "containers" | "initContainers"): string {
  return field === "containers" ? "containerStatuses" : "initContainerStatuses";
}
