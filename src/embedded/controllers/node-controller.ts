import {
  isJsonEqual,
  type Json,
  type JsonObject,
  listAt,
  textAt,
  valueAt,
} from "../../core/object/json.ts";
import { isOf, NODES } from "../kinds/collections.ts";
import { timeText } from "../time-text.ts";
import { conditionsOf, isTrue } from "./conditions.ts";
import { type Controller, SETTLED } from "./controller.ts";
import { nodeStatus } from "./node-status.ts";
import { mergePatch, writeStatus } from "./writes.ts";

const NOT_READY = "node.kubernetes.io/not-ready";
const UNSCHEDULABLE = "node.kubernetes.io/unschedulable";

/** Gives a new node its status: it is ready, and has room for many pods. */
export function nodeStatusController(): Controller {
  return {
    name: "kubelet",
    userAgent: "kubelet",
    concerns: ({ place, kind }) => (isOf(place, NODES) && kind === "added" ? [place] : []),
    decide: (place, view) => {
      const node = view.get(place);
      if (node === undefined || conditionsOf(node).length > 0) return SETTLED;
      return { writes: writeStatus(node, nodeStatus(place.name, timeText(view.now))) };
    },
  };
}

/**
 * Keeps the taints that follow from a node's state.
 * @see https://kubernetes.io/docs/concepts/scheduling-eviction/taint-and-toleration/
 */
export function nodeController(): Controller {
  return {
    name: "node-controller",
    userAgent: "kube-controller-manager",
    concerns: ({ place }) => (isOf(place, NODES) ? [place] : []),
    decide: (place, view) => {
      const node = view.get(place);
      if (node === undefined) return SETTLED;
      const taints = listAt(node, "spec", "taints");
      const next = taintsFor(node, timeText(view.now));
      if (isJsonEqual(taints, next)) return SETTLED;
      return { writes: [mergePatch(node, { spec: { taints: next.length === 0 ? null : next } })] };
    },
  };
}

function taintsFor(node: JsonObject, time: string): readonly Json[] {
  const taints = listAt(node, "spec", "taints");
  const isCordoned = valueAt(node, "spec", "unschedulable") === true;
  const kept = taints.filter((each) => {
    const key = textAt(each, "key");
    if (key === NOT_READY) return !isTrue(node, "Ready");
    return key !== UNSCHEDULABLE || isCordoned;
  });
  const isMarked = kept.some((each) => textAt(each, "key") === UNSCHEDULABLE);
  if (!isCordoned || isMarked) return kept;
  return [...kept, { key: UNSCHEDULABLE, effect: "NoSchedule", timeAdded: time }];
}
