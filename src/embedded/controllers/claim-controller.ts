import { type JsonObject, listAt, objectAt, textAt } from "../../core/object/json.ts";
import { annotationOf, idOf, isTerminating, uidOf } from "../../core/object/live-object.ts";
import { isOf, PODS, STORAGE_CLASSES, VOLUME_CLAIMS, VOLUMES } from "../kinds/collections.ts";
import type { Change, Place } from "../store/object-store.ts";
import { timeOf } from "../time-text.ts";
import { type ClusterView, type Controller, type Decision, SETTLED } from "./controller.ts";
import { findVolume, newVolume } from "./find-volume.ts";
import type { Pace } from "./pace.ts";
import { claimNamesOf } from "./pod-claims.ts";
import { isFinished } from "./pod-facts.ts";
import type { Write } from "./write.ts";
import { create, mergePatch, tell, warn, writeStatus } from "./writes.ts";

const PROTECTION = "kubernetes.io/pvc-protection";
const DEFAULT_CLASS = "storageclass.kubernetes.io/is-default-class";

/**
 * Binds claims to volumes, and makes the volumes.
 * @see https://kubernetes.io/docs/concepts/storage/persistent-volumes/
 */
export function claimController(pace: Pace): Controller {
  return {
    name: "persistentvolume-controller",
    userAgent: "kube-controller-manager",
    concerns,
    decide: (place, view) => {
      const claim = view.get(place);
      if (claim === undefined) return SETTLED;
      if (isTerminating(claim)) return { writes: letGo(claim, view) };
      if (textAt(claim, "status", "phase") === "Bound") return SETTLED;
      return bind(claim, view, pace);
    },
  };
}

function concerns(change: Change, view: ClusterView): readonly Place[] {
  const { place, object } = change;
  if (isOf(place, VOLUME_CLAIMS)) return [place];
  if (isOf(place, PODS)) {
    return claimNamesOf(object).map((name) => ({
      ...VOLUME_CLAIMS,
      namespace: place.namespace,
      name,
    }));
  }
  if (!isOf(place, VOLUMES) && !isOf(place, STORAGE_CLASSES)) return [];
  return view
    .list(VOLUME_CLAIMS)
    .filter((each) => textAt(each, "status", "phase") !== "Bound")
    .map((each) => ({ ...VOLUME_CLAIMS, namespace: idOf(each).namespace, name: idOf(each).name }));
}

/** A claim that is being deleted stays as long as a pod uses it. */
function letGo(claim: JsonObject, view: ClusterView): readonly Write[] {
  const finalizers = listAt(claim, "metadata", "finalizers");
  if (!finalizers.includes(PROTECTION) || isUsed(claim, view)) return [];
  const kept = finalizers.filter((each) => each !== PROTECTION);
  return [mergePatch(claim, { metadata: { finalizers: kept.length === 0 ? null : kept } })];
}

function isUsed(claim: JsonObject, view: ClusterView): boolean {
  const { namespace, name } = idOf(claim);
  return view
    .list(PODS, namespace)
    .some((pod) => !isFinished(pod) && claimNamesOf(pod).includes(name));
}

function bind(claim: JsonObject, view: ClusterView, pace: Pace): Decision {
  const className = classOf(claim);
  if (className === undefined) {
    const byDefault = defaultClass(view);
    if (byDefault !== undefined) {
      return { writes: [mergePatch(claim, { spec: { storageClassName: byDefault } })] };
    }
  }
  const volume = findVolume(claim, className ?? "", view.list(VOLUMES));
  if (volume !== undefined) return { writes: bindTo(claim, volume) };
  if (textAt(claim, "spec", "volumeName") !== undefined) return SETTLED;
  return provision(claim, view, pace);
}

function provision(claim: JsonObject, view: ClusterView, pace: Pace): Decision {
  const name = classOf(claim) ?? "";
  if (name === "") {
    const text = "no persistent volumes available for this claim and no storage class is set";
    return { writes: [tell(claim, "FailedBinding", text)] };
  }
  const storageClass = view.get({ ...STORAGE_CLASSES, namespace: "", name });
  if (storageClass === undefined) {
    const text = `storageclass.storage.k8s.io "${name}" not found`;
    return { writes: [warn(claim, "ProvisioningFailed", text)] };
  }
  const waits = textAt(storageClass, "volumeBindingMode") === "WaitForFirstConsumer";
  if (waits && !isUsed(claim, view)) {
    const text = "waiting for first consumer to be created before binding";
    return { writes: [tell(claim, "WaitForFirstConsumer", text)] };
  }
  const created = timeOf(textAt(claim, "metadata", "creationTimestamp")) ?? view.now;
  const wait = created + pace.provisionMs - view.now;
  if (wait > 0) return { writes: [], againMs: wait };
  const volume = newVolume(claim, storageClass);
  const text = `Successfully provisioned volume ${idOf(volume).name}`;
  return { writes: [create(volume), tell(claim, "ProvisioningSucceeded", text)] };
}

/** First the claim and the volume name each other, then the claim says that it is bound. */
function bindTo(claim: JsonObject, volume: JsonObject): readonly Write[] {
  const { namespace, name } = idOf(claim);
  if (textAt(volume, "spec", "claimRef", "uid") !== uidOf(claim)) {
    const claimRef = { apiVersion: "v1", kind: "PersistentVolumeClaim", namespace, name };
    return [mergePatch(volume, { spec: { claimRef: { ...claimRef, uid: uidOf(claim) } } })];
  }
  if (textAt(claim, "spec", "volumeName") === undefined) {
    const annotations = {
      "pv.kubernetes.io/bind-completed": "yes",
      "pv.kubernetes.io/bound-by-controller": "yes",
    };
    const spec = { volumeName: idOf(volume).name };
    return [mergePatch(claim, { metadata: { annotations }, spec })];
  }
  return writeStatus(claim, {
    ...objectAt(claim, "status"),
    phase: "Bound",
    accessModes: listAt(volume, "spec", "accessModes"),
    capacity: objectAt(volume, "spec", "capacity") ?? {},
  });
}

/** `undefined` when the claim leaves it to the cluster; empty when it wants none. */
function classOf(claim: JsonObject): string | undefined {
  return textAt(claim, "spec", "storageClassName");
}

function defaultClass(view: ClusterView): string | undefined {
  const found = view
    .list(STORAGE_CLASSES)
    .find((each) => annotationOf(each, DEFAULT_CLASS) === "true");
  return found === undefined ? undefined : idOf(found).name;
}
