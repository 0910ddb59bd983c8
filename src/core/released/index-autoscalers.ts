import { type JsonObject, objectAt, textAt } from "../object/json.ts";
import { idOf } from "../object/live-object.ts";
import { groupOf, type ObjectId, type ObjectKey, objectKey } from "../object/object-id.ts";

/**
 * Kinds that set `replicas` of other objects. KEDA makes an autoscaler of its own for each ScaledObject, but scales from
 * and to nothing itself, and deletes it while it is paused.
 *
 * A VerticalPodAutoscaler is none of them: it writes its own status, and resources of pods, never of a workload.
 * @see https://kubernetes.io/docs/concepts/workloads/autoscaling/horizontal-pod-autoscale/
 * @see https://keda.sh/docs/latest/reference/scaledobject-spec/
 */
export const AUTOSCALERS = {
  horizontal: { group: "autoscaling", kind: "HorizontalPodAutoscaler" },
  keda: { group: "keda.sh", kind: "ScaledObject" },
} as const;

/** Whether an object is one of these kinds. */
export function isAutoscaler({ group, kind }: Pick<ObjectId, "group" | "kind">): boolean {
  return Object.values(AUTOSCALERS).some((each) => each.kind === kind && each.group === group);
}

/** Which autoscalers set the replicas of an object, by the key of the object; what is no autoscaler is passed over. */
export function indexAutoscalers(
  bodies: Iterable<JsonObject>,
): ReadonlyMap<ObjectKey, readonly ObjectKey[]> {
  const index = new Map<ObjectKey, readonly ObjectKey[]>();
  for (const body of bodies) {
    const target = findScaleTarget(body);
    if (target === undefined) continue;
    const holder = objectKey(idOf(body));
    const known = index.get(target) ?? [];
    if (!known.includes(holder)) index.set(target, [...known, holder]);
  }
  return index;
}

/** A ScaledObject may leave out what a Deployment is: `apps/v1` and the kind. */
function findScaleTarget(body: JsonObject): ObjectKey | undefined {
  const id = idOf(body);
  if (!isAutoscaler(id)) return undefined;
  const target = objectAt(body, "spec", "scaleTargetRef");
  const name = textAt(target, "name");
  const isKeda = id.kind === AUTOSCALERS.keda.kind;
  const kind = textAt(target, "kind") ?? (isKeda ? "Deployment" : undefined);
  if (name === undefined || kind === undefined) return undefined;
  const apiVersion = textAt(target, "apiVersion") ?? (isKeda ? "apps/v1" : "");
  return objectKey({ group: groupOf(apiVersion), kind, namespace: id.namespace, name });
}
