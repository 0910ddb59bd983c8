import { type JsonObject, listAt, objectAt, textAt } from "../../core/object/json.ts";
import { idOf, uidOf } from "../../core/object/live-object.ts";
import { quantityNanos } from "../kinds/quantity-nanos.ts";
import { definedOnly } from "./writes.ts";

/** The volume of a claim: the one it names, the one that names it, else the smallest free one that is large enough. */
export function findVolume(
  claim: JsonObject,
  className: string,
  volumes: readonly JsonObject[],
): JsonObject | undefined {
  const named = textAt(claim, "spec", "volumeName");
  const free = volumes.filter((each) => isFreeFor(each, claim));
  if (named !== undefined) return free.find((each) => idOf(each).name === named);
  const mine = free.find((each) => textAt(each, "spec", "claimRef", "name") !== undefined);
  if (mine !== undefined) return mine;
  const wanted = requestOf(claim);
  return free
    .filter(
      (each) =>
        (textAt(each, "spec", "storageClassName") ?? "") === className &&
        capacityOf(each) >= wanted &&
        hasModes(each, claim),
    )
    .toSorted((a, b) => (capacityOf(a) < capacityOf(b) ? -1 : 1))[0];
}

/** A volume as the cluster makes it for a claim. Nothing lies behind it. */
export function newVolume(claim: JsonObject, storageClass: JsonObject): JsonObject {
  const { namespace, name } = idOf(claim);
  const volumeName = `pvc-${uidOf(claim)}`;
  const provisioner = textAt(storageClass, "provisioner") ?? "";
  return {
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata: {
      name: volumeName,
      annotations: { "pv.kubernetes.io/provisioned-by": provisioner },
    },
    spec: definedOnly({
      accessModes: listAt(claim, "spec", "accessModes"),
      capacity: { storage: textAt(claim, "spec", "resources", "requests", "storage") ?? "1Gi" },
      claimRef: {
        apiVersion: "v1",
        kind: "PersistentVolumeClaim",
        namespace,
        name,
        uid: uidOf(claim),
      },
      csi: { driver: provisioner, volumeHandle: volumeName },
      persistentVolumeReclaimPolicy: textAt(storageClass, "reclaimPolicy") ?? "Delete",
      storageClassName: idOf(storageClass).name,
      volumeMode: textAt(claim, "spec", "volumeMode"),
    }),
  };
}

/** Free, or kept for this very claim. */
function isFreeFor(volume: JsonObject, claim: JsonObject): boolean {
  const reference = objectAt(volume, "spec", "claimRef");
  if (reference === undefined) return true;
  const { namespace, name } = idOf(claim);
  const uid = textAt(reference, "uid");
  return (
    textAt(reference, "namespace") === namespace &&
    textAt(reference, "name") === name &&
    (uid === undefined || uid === uidOf(claim))
  );
}

function hasModes(volume: JsonObject, claim: JsonObject): boolean {
  const modes = listAt(volume, "spec", "accessModes");
  return listAt(claim, "spec", "accessModes").every((each) => modes.includes(each));
}

function requestOf(claim: JsonObject): bigint {
  return quantityNanos(textAt(claim, "spec", "resources", "requests", "storage") ?? "");
}

function capacityOf(volume: JsonObject): bigint {
  return quantityNanos(textAt(volume, "spec", "capacity", "storage") ?? "");
}
