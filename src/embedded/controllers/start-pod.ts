import { type JsonObject, textAt, valueAt } from "../../core/object/json.ts";
import { choosePodIp } from "./choose-pod-ip.ts";
import { type Container, terminated, waiting } from "./container-status.ts";
import { type Decision, SETTLED } from "./controller.ts";
import type { KubeletDesk } from "./kubelet-desk.ts";
import { findMissingReference, type MissingReference } from "./missing-references.ts";
import { backOffAfter } from "./pace.ts";
import {
  containersOf,
  isInitialized,
  lastStatuses,
  type PodFindings,
  podStatus,
} from "./pod-status.ts";
import { hasOtherImage } from "./run-pod.ts";
import { type StartedContainer, startContainer } from "./start-container.ts";
import type { Write } from "./write.ts";
import { warn, writeStatus } from "./writes.ts";

/** Whether no container of a pod waits to be started (again). */
export function isStarted(pod: JsonObject): boolean {
  const inits = containersOf(pod, "initContainers");
  return (
    inits.every(({ last }) => last !== undefined && isInitialized(last)) &&
    containersOf(pod, "containers").every(
      ({ last }) => last !== undefined && valueAt(last, "state", "waiting") === undefined,
    )
  );
}

/** Starts the init containers, then the others, as soon as the pod's time has come and nothing is missing. */
export function startPod(desk: KubeletDesk): Decision {
  const { pod, view, clock } = desk;
  if (containersOf(pod, "containers").some(hasOtherImage)) {
    clock.failures = 0;
    clock.tryAt = Math.min(clock.tryAt, view.now);
  }
  if (view.now < clock.tryAt) return { writes: [], againMs: clock.tryAt - view.now };
  const missing = findMissingReference(pod, view);
  if (missing !== undefined) return reportMissing(desk, missing);
  const inits = containersOf(pod, "initContainers");
  const hasInits = inits.some(({ last }) => last === undefined || !isInitialized(last));
  return hasInits ? startInits(desk, inits) : startMain(desk);
}

function startMain(desk: KubeletDesk): Decision {
  const { pod } = desk;
  const started = containersOf(pod, "containers").map((each) =>
    isWaiting(each) ? startContainer(each, attemptOf(desk)) : unchanged(each),
  );
  const initContainers = lastStatuses(containersOf(pod, "initContainers"));
  return conclude(desk, started, {
    containers: started.map((each) => each.status),
    initContainers,
  });
}

/** One after another: the first that does not come to a good end keeps the rest waiting. */
function startInits(desk: KubeletDesk, inits: readonly Container[]): Decision {
  const { pod, view, clock, pace } = desk;
  const started: StartedContainer[] = [];
  for (const each of inits) {
    const isBlocked = started.some(({ status }) => !isInitialized(status));
    started.push(isBlocked ? waitingStill(each) : startInit(each, desk));
  }
  const isDone = started.every(({ status }) => isInitialized(status));
  const containers = containersOf(pod, "containers").map((each) =>
    waiting(each, "PodInitializing"),
  );
  const initContainers = started.map((each) => each.status);
  const decision = conclude(desk, started, { containers, initContainers });
  if (!isDone) return decision;
  clock.tryAt = view.now + pace.podStartMs / 2;
  return { ...decision, againMs: pace.podStartMs / 2 };
}

function startInit(container: Container, desk: KubeletDesk): StartedContainer {
  if (container.last !== undefined && isInitialized(container.last)) return unchanged(container);
  const started = startContainer(container, attemptOf(desk));
  const isSidecar = textAt(container.spec, "restartPolicy") === "Always";
  if (valueAt(started.status, "state", "running") === undefined || isSidecar) return started;
  const status = { ...terminated(container, 0, desk.view.now), ready: true };
  return { ...started, status };
}

/** Writes what came of a try, and when the next one is due. */
function conclude(
  desk: KubeletDesk,
  started: readonly StartedContainer[],
  findings: PodFindings,
): Decision {
  const { pod, view, clock, pace, pulled, hostIp } = desk;
  const podIp = textAt(pod, "status", "podIP") ?? choosePodIp(pod, view, hostIp);
  const status = podStatus(pod, { ...findings, podIp }, { now: view.now, hostIp });
  for (const { status: each } of started) {
    if (valueAt(each, "state", "running") !== undefined) pulled.add(textAt(each, "image") ?? "");
  }
  const writes = [...writeStatus(pod, status), ...started.flatMap((each) => each.events)];
  const stuck = started.find((each) => each.isStuck);
  if (stuck === undefined) {
    clock.failures = 0;
    return { writes };
  }
  clock.failures += 1;
  const isPulling = textAt(stuck.status, "state", "waiting", "reason") === "ErrImagePull";
  const rounds = Math.max(1, Math.ceil(clock.failures / 2));
  const wait = isPulling ? pace.podStartMs : backOffAfter(rounds, pace.backOffMs);
  clock.tryAt = view.now + wait;
  return { writes, againMs: wait };
}

/** What is missing is told once; the change that brings it wakes the pod. */
function reportMissing(desk: KubeletDesk, { kind, of, message }: MissingReference): Decision {
  const { pod, view, clock, hostIp } = desk;
  const isNews = clock.told !== message;
  clock.told = message;
  if (kind === "volume") {
    const text = `MountVolume.SetUp failed for volume "${of}" : ${message}`;
    return isNews ? { writes: [warn(pod, "FailedMount", text)] } : SETTLED;
  }
  const findings = {
    containers: containersOf(pod, "containers").map((each) => mark(each, of, message)),
    initContainers: containersOf(pod, "initContainers").map((each) => mark(each, of, message)),
    podIp: textAt(pod, "status", "podIP") ?? choosePodIp(pod, view, hostIp),
  };
  const told: readonly Write[] = isNews ? [warn(pod, "Failed", `Error: ${message}`)] : [];
  return {
    writes: [...writeStatus(pod, podStatus(pod, findings, { now: view.now, hostIp })), ...told],
  };
}

/** The container that lacks something says so, and those that were never looked at with it. */
function mark(container: Container, of: string, message: string): JsonObject {
  return container.name === of || container.last === undefined
    ? waiting(container, "CreateContainerConfigError", message)
    : container.last;
}

function attemptOf({
  pod,
  view,
  clock,
  pace,
  pulled,
}: KubeletDesk): Parameters<typeof startContainer>[1] {
  return { pod, now: view.now, failures: clock.failures, backOffMs: pace.backOffMs, pulled };
}

function isWaiting({ last }: Container): boolean {
  return last === undefined || valueAt(last, "state", "waiting") !== undefined;
}

function unchanged(container: Container): StartedContainer {
  return {
    status: container.last ?? waiting(container, "PodInitializing"),
    events: [],
    isStuck: false,
  };
}

function waitingStill(container: Container): StartedContainer {
  return { status: waiting(container, "PodInitializing"), events: [], isStuck: false };
}
