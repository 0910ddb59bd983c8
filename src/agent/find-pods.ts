import { indexLabels, type LabelIndex, selectByLabels } from "../core/graph/label-index.ts";
import { type JsonObject, objectAt } from "../core/object/json.ts";
import { idOf } from "../core/object/live-object.ts";
import type { ObjectKey } from "../core/object/object-id.ts";
import { podSelectionOf } from "../core/rollout/pod-selector.ts";
import type { RolloutReading } from "../core/rollout/rollout-reading.ts";
import { podSelection } from "./choose-selections.ts";
import { type StackView, selectionKey } from "./stack-view.ts";

/** The pods and ReplicaSets that may be those of an object, as the followed lists show them: so many as it has, not all of its namespace. */
export function findPods(
  view: StackView,
  object: JsonObject,
): Pick<RolloutReading, "pods" | "replicaSets"> {
  const selection = podSelectionOf(object);
  if (selection === undefined) return { pods: [], replicaSets: [] };
  const { selector, hasReplicaSets } = selection;
  const { namespace } = idOf(object);
  const replicaSets = hasReplicaSets ? indexOf(view, "ReplicaSet", namespace) : EMPTY;
  return {
    pods: selectByLabels(indexOf(view, "Pod", namespace), selector),
    replicaSets: selectByLabels(replicaSets, selector),
  };
}

const EMPTY: LabelIndex<JsonObject> = indexLabels<JsonObject>([], () => undefined);

/** Of maps that are still in force: each version of a list is indexed once. */
const indexes = new WeakMap<ReadonlyMap<ObjectKey, JsonObject>, LabelIndex<JsonObject>>();

function indexOf(
  view: StackView,
  kind: "Pod" | "ReplicaSet",
  namespace: string,
): LabelIndex<JsonObject> {
  const following = view.followings.get(selectionKey(podSelection(kind, namespace)));
  const objects = following?.state().objects;
  if (objects === undefined) return EMPTY;
  const index =
    indexes.get(objects) ??
    indexLabels([...objects.values()], (each) => objectAt(each, "metadata", "labels"));
  indexes.set(objects, index);
  return index;
}
