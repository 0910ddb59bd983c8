import { isJsonObject, type Json, type JsonObject, listAt } from "../object/json.ts";
import { resourceVersionOf } from "../object/live-object.ts";

/** An ownerReference that Wave put on a Secret or ConfigMap, for a workload that uses it. */
export interface WaveOwner {
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

/** By which Wave takes its references away before a workload goes; without Wave the workload never goes. */
export const WAVE_FINALIZER = "wave.pusher.com/finalizer";

const KINDS: ReadonlySet<string> = new Set(["Deployment", "StatefulSet", "DaemonSet"]);

/**
 * The ownerReferences of a Secret or ConfigMap that have exactly the form in which Wave wrote them. With the last of the owners the
 * garbage collector deletes what they own.
 *
 * @see https://github.com/wave-k8s/wave/blob/master/pkg/core/owner_references.go
 */
export function findWaveOwners(source: JsonObject): readonly WaveOwner[] {
  return listAt(source, "metadata", "ownerReferences").flatMap((each) => asWaveOwner(each) ?? []);
}

function asWaveOwner(reference: Json): WaveOwner | undefined {
  if (!isJsonObject(reference)) return undefined;
  const { apiVersion, kind, name, uid, controller, blockOwnerDeletion, ...more } = reference;
  const isItsForm =
    apiVersion === "apps/v1" &&
    controller === false &&
    blockOwnerDeletion === true &&
    Object.keys(more).length === 0;
  const isNamed = typeof kind === "string" && typeof name === "string" && typeof uid === "string";
  return isItsForm && isNamed && KINDS.has(kind) ? { kind, name, uid } : undefined;
}

/** One operation of the JSON patch. */
export interface DisownOperation {
  readonly op: "replace" | "remove";
  readonly path: string;
  readonly value?: unknown;
}

/**
 * Takes these of Wave's references away and leaves all others as they are, in their order: one JSON patch, guarded by the
 * resourceVersion read (a race answers 409).
 */
export function planDisown(
  source: JsonObject,
  uids: ReadonlySet<string>,
): readonly DisownOperation[] {
  const left = listAt(source, "metadata", "ownerReferences").filter(
    (each) => !uids.has(asWaveOwner(each)?.uid ?? ""),
  );
  const path = "/metadata/ownerReferences";
  return [
    left.length === 0 ? { op: "remove", path } : { op: "replace", path, value: left },
    { op: "replace", path: "/metadata/resourceVersion", value: resourceVersionOf(source) },
  ];
}
