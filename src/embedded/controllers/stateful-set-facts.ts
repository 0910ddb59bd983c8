import { type JsonObject, numberAt, textAt } from "../../core/object/json.ts";
import { idOf, labelOf, uidOf } from "../../core/object/live-object.ts";
import type { ClusterView } from "./controller.ts";
import { isControlledBy } from "./owner-reference.ts";
import type { RevisionHistory } from "./revision-history.ts";

/** A StatefulSet as its controller looks at it. */
export interface StatefulSetFacts {
  readonly set: JsonObject;
  readonly replicas: number;
  /** The lowest ordinal. */
  readonly start: number;
  readonly isParallel: boolean;
  readonly isOnDelete: boolean;
  /** Pods below `start` + this many are not updated. */
  readonly partition: number;
  readonly minReadySeconds: number;
  /** All that it owns, by ordinal. */
  readonly pods: ReadonlyMap<number, JsonObject>;
  readonly history: RevisionHistory;
  /** Name of the revision that all pods had when the last rollout ended. */
  readonly currentRevision: string;
  /** Name of the revision of the present template. */
  readonly updateRevision: string;
  readonly now: number;
}

export function statefulSetFacts(
  set: JsonObject,
  history: RevisionHistory,
  view: ClusterView,
): StatefulSetFacts {
  const updateRevision = history.present === undefined ? "" : idOf(history.present).name;
  const current = textAt(set, "status", "currentRevision");
  const isKept = history.all.some((each) => idOf(each).name === current);
  return {
    set,
    replicas: numberAt(set, "spec", "replicas") ?? 1,
    start: numberAt(set, "spec", "ordinals", "start") ?? 0,
    isParallel: textAt(set, "spec", "podManagementPolicy") === "Parallel",
    isOnDelete: textAt(set, "spec", "updateStrategy", "type") === "OnDelete",
    partition: numberAt(set, "spec", "updateStrategy", "rollingUpdate", "partition") ?? 0,
    minReadySeconds: numberAt(set, "spec", "minReadySeconds") ?? 0,
    pods: podsByOrdinal(set, view),
    history,
    currentRevision: current !== undefined && isKept ? current : updateRevision,
    updateRevision,
    now: view.now,
  };
}

/** The name of the revision that a pod was made from. */
export function podRevision(pod: JsonObject): string {
  return labelOf(pod, "controller-revision-hash") ?? "";
}

function podsByOrdinal(set: JsonObject, view: ClusterView): ReadonlyMap<number, JsonObject> {
  const prefix = `${idOf(set).name}-`;
  const owned = view
    .ownedBy(uidOf(set))
    .filter((each) => idOf(each).kind === "Pod" && isControlledBy(each, set));
  return new Map(owned.map((pod) => [Number(idOf(pod).name.slice(prefix.length)), pod]));
}
