import { type JsonObject, listAt, objectAt, textAt } from "../../core/object/json.ts";
import { isTerminating, uidOf } from "../../core/object/live-object.ts";
import { isOf, VOLUME_CLAIMS, VOLUMES } from "../kinds/collections.ts";
import type { Change, Place } from "../store/object-store.ts";
import { timeText } from "../time-text.ts";
import { type ClusterView, type Controller, type Decision, SETTLED } from "./controller.ts";
import { mergePatch, remove, writeStatus } from "./writes.ts";

const PROTECTION = "kubernetes.io/pv-protection";

/**
 * Says whether volumes are free, bound or released, and removes those that are to be reclaimed.
 * @see https://kubernetes.io/docs/concepts/storage/persistent-volumes/#reclaiming
 */
export function volumeController(): Controller {
  return {
    name: "persistentvolume-controller",
    userAgent: "kube-controller-manager",
    concerns,
    decide,
  };
}

function concerns({ place, object }: Change): readonly Place[] {
  if (isOf(place, VOLUMES)) return [place];
  const name = isOf(place, VOLUME_CLAIMS) ? textAt(object, "spec", "volumeName") : undefined;
  return name === undefined ? [] : [{ ...VOLUMES, namespace: "", name }];
}

function decide(place: Place, view: ClusterView): Decision {
  const volume = view.get(place);
  if (volume === undefined) return SETTLED;
  const phase = phaseOf(volume, view);
  if (isTerminating(volume)) {
    const finalizers = listAt(volume, "metadata", "finalizers");
    if (phase === "Bound" || !finalizers.includes(PROTECTION)) return SETTLED;
    const kept = finalizers.filter((each) => each !== PROTECTION);
    const next = kept.length === 0 ? null : kept;
    return { writes: [mergePatch(volume, { metadata: { finalizers: next } })] };
  }
  if (textAt(volume, "status", "phase") !== phase) {
    return {
      writes: writeStatus(volume, {
        ...objectAt(volume, "status"),
        phase,
        lastPhaseTransitionTime: timeText(view.now),
      }),
    };
  }
  const policy = textAt(volume, "spec", "persistentVolumeReclaimPolicy");
  return phase === "Released" && policy === "Delete" ? { writes: [remove(volume)] } : SETTLED;
}

function phaseOf(volume: JsonObject, view: ClusterView): string {
  const reference = objectAt(volume, "spec", "claimRef");
  const uid = textAt(reference, "uid");
  if (uid === undefined) return "Available";
  const namespace = textAt(reference, "namespace") ?? "";
  const claim = view.get({
    ...VOLUME_CLAIMS,
    namespace,
    name: textAt(reference, "name") ?? "",
  });
  return claim !== undefined && uidOf(claim) === uid ? "Bound" : "Released";
}
