import { type JsonObject, textAt, valueAt } from "../../core/object/json.ts";
import { timeOf } from "../time-text.ts";
import { type Container, restartCount, terminated, waiting } from "./container-status.ts";
import { type Decision, SETTLED } from "./controller.ts";
import type { KubeletDesk } from "./kubelet-desk.ts";
import { controllerOf } from "./owner-reference.ts";
import { containersOf, lastStatuses, podStatus } from "./pod-status.ts";
import type { Write } from "./write.ts";
import { tell, writeStatus } from "./writes.ts";

/** A pod that runs: a container whose image was changed in place is started anew, those of a Job come to their end. */
export function keepRunning(desk: KubeletDesk): Decision {
  const containers = containersOf(desk.pod, "containers");
  if (containers.some(hasOtherImage)) return restart(desk, containers);
  return textAt(controllerOf(desk.pod), "kind") === "Job" ? finish(desk, containers) : SETTLED;
}

export function hasOtherImage({ image, last }: Container): boolean {
  return last !== undefined && textAt(last, "image") !== image;
}

/** Puts the container back to where it waits to be started; the next look starts it. */
function restart(desk: KubeletDesk, containers: readonly Container[]): Decision {
  const { pod, view, clock } = desk;
  clock.failures = 0;
  clock.tryAt = view.now;
  const changed = containers.filter(hasOtherImage);
  const statuses = containers.map((each) =>
    hasOtherImage(each)
      ? { ...waiting(each, "ContainerCreating"), restartCount: restartCount(each) + 1 }
      : (each.last ?? waiting(each, "ContainerCreating")),
  );
  const told = changed.map(({ name }) =>
    tell(pod, "Killing", `Container ${name} definition changed, will be restarted`),
  );
  return { writes: [...writeContainers(desk, statuses), ...told], againMs: 0 };
}

function finish(desk: KubeletDesk, containers: readonly Container[]): Decision {
  const { view, clock, pace } = desk;
  const started = Math.max(
    ...containers.map(({ last }) => timeOf(textAt(last, "state", "running", "startedAt")) ?? 0),
  );
  const finishAt = clock.finishAt ?? Math.max(started, view.now - 1_000) + pace.jobRunMs;
  clock.finishAt = finishAt;
  if (view.now < finishAt) return { writes: [], againMs: finishAt - view.now };
  const statuses = containers.map((each) =>
    valueAt(each.last, "state", "terminated") === undefined
      ? terminated(each, 0, view.now)
      : (each.last ?? {}),
  );
  return { writes: writeContainers(desk, statuses) };
}

function writeContainers(
  { pod, view, hostIp }: KubeletDesk,
  containers: readonly JsonObject[],
): readonly Write[] {
  const initContainers = lastStatuses(containersOf(pod, "initContainers"));
  return writeStatus(
    pod,
    podStatus(pod, { containers, initContainers }, { now: view.now, hostIp }),
  );
}
