import type { JsonObject } from "../../core/object/json.ts";
import type { ClusterView } from "./controller.ts";
import type { Pace } from "./pace.ts";
import type { PodClock } from "./pod-clock.ts";

/** What the kubelet has before it while it decides about one pod. */
export interface KubeletDesk {
  readonly pod: JsonObject;
  readonly view: ClusterView;
  readonly pace: Pace;
  readonly clock: PodClock;
  /** Images that the node has. */
  readonly pulled: Set<string>;
  readonly hostIp: string;
}
