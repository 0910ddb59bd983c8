import { type JsonObject, objectAt, textAt } from "../../core/object/json.ts";
import { forbidden } from "../refusals.ts";
import { VOLUME_CLAIMS } from "./collections.ts";
import { quantityNanos } from "./quantity-nanos.ts";
import type { World } from "./resource.ts";

const NOT_RESIZED =
  "only dynamically provisioned pvc can be resized and the storageclass that provisions the pvc must support resize";

/**
 * A bound claim grows only when its class allows it.
 * @throws {StatusError} 403
 * @see https://kubernetes.io/docs/concepts/storage/persistent-volumes/#expanding-persistent-volumes-claims
 */
export function admitClaimUpdate(next: JsonObject, live: JsonObject, world: World): JsonObject {
  const isBound = textAt(live, "status", "phase") === "Bound";
  if (!isBound || sizeOf(next) <= sizeOf(live)) return next;
  const name = textAt(live, "spec", "storageClassName") ?? "";
  const place = { group: "storage.k8s.io", plural: "storageclasses", namespace: "", name };
  if (objectAt(world.store.get(place))?.["allowVolumeExpansion"] === true) return next;
  throw forbidden(VOLUME_CLAIMS, {
    name: textAt(live, "metadata", "name") ?? "",
    why: NOT_RESIZED,
  });
}

function sizeOf(claim: JsonObject): bigint {
  return quantityNanos(textAt(claim, "spec", "resources", "requests", "storage") ?? "0");
}
