import { listAt, numberAt } from "../../core/object/json.ts";
import { terminated } from "./container-status.ts";
import { type Decision, SETTLED } from "./controller.ts";
import type { KubeletDesk } from "./kubelet-desk.ts";
import { isFinished, nodeOf } from "./pod-facts.ts";
import { containersOf, lastStatuses, podStatus } from "./pod-status.ts";
import type { Write } from "./write.ts";
import { remove, tell, writeStatus } from "./writes.ts";

/** Exit code of a container that was killed. */
const KILLED = 137;

/**
 * A pod that is being deleted stops within its grace period and is then removed. One that finalizers keep ends as failed.
 * @see https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination
 */
export function stopPod(desk: KubeletDesk): Decision {
  const { pod, view, clock } = desk;
  const isOver = isFinished(pod) || nodeOf(pod) === "";
  const told = clock.stopAt === undefined && !isOver ? killing(desk) : [];
  clock.stopAt ??= view.now + (isOver ? 0 : stopTimeMs(desk));
  if (view.now < clock.stopAt) return { writes: told, againMs: clock.stopAt - view.now };
  const isHeld = listAt(pod, "metadata", "finalizers").length > 0;
  if (!isHeld) return { writes: [...told, remove(pod, { gracePeriodSeconds: 0 })] };
  return isOver ? SETTLED : { writes: [...told, ...end(desk)] };
}

function stopTimeMs({ pod, pace }: KubeletDesk): number {
  const seconds = numberAt(pod, "metadata", "deletionGracePeriodSeconds") ?? 0;
  return Math.min(pace.podStopMs, seconds * 1000);
}

function killing({ pod }: KubeletDesk): readonly Write[] {
  return containersOf(pod, "containers")
    .filter(({ last }) => last?.["started"] === true)
    .map(({ name }) => tell(pod, "Killing", `Stopping container ${name}`));
}

function end({ pod, view, hostIp }: KubeletDesk): readonly Write[] {
  const containers = containersOf(pod, "containers").map((each) =>
    terminated(each, KILLED, view.now),
  );
  const initContainers = lastStatuses(containersOf(pod, "initContainers"));
  const findings = { containers, initContainers };
  return writeStatus(pod, podStatus(pod, findings, { now: view.now, hostIp }));
}
