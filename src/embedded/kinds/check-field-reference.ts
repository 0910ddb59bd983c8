import { type JsonObject, textAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { invalid, notSupported, required } from "../make-fault.ts";
import { labelKeyFaults } from "../store/label-syntax.ts";

/** Fields of a pod that have a name at all. */
const KNOWN_FIELDS = new Set([
  "metadata.annotations",
  "metadata.labels",
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
  "spec.nodeName",
  "spec.restartPolicy",
  "spec.schedulerName",
  "spec.serviceAccountName",
  "spec.hostNetwork",
  "status.hostIP",
  "status.hostIPs",
  "status.nominatedNodeName",
  "status.phase",
  "status.podIP",
  "status.podIPs",
]);

const SUBSCRIPT = /^(?<path>metadata\.(?:annotations|labels))\['(?<key>.*)'\]$/;

const RESOURCES = [
  "limits.cpu",
  "limits.ephemeral-storage",
  "limits.memory",
  "requests.cpu",
  "requests.ephemeral-storage",
  "requests.memory",
];

/** Faults of a reference to a field of the pod. @param supported - The fields that can stand here, in order. */
export function fieldReferenceFaults(
  reference: JsonObject,
  at: string,
  supported: readonly string[],
): readonly Fault[] {
  const path = textAt(reference, "fieldPath") ?? "";
  if ((textAt(reference, "apiVersion") ?? "") === "") return [required(`${at}.apiVersion`)];
  if (path === "") return [required(`${at}.fieldPath`)];
  const subscript = SUBSCRIPT.exec(path)?.groups;
  if (subscript !== undefined) {
    const key = (subscript["key"] ?? "").toLowerCase();
    return labelKeyFaults(key).map((each) => invalid(at, key, each));
  }
  if (!KNOWN_FIELDS.has(path)) {
    const detail = `error converting fieldPath: field label not supported: ${path}`;
    return [invalid(`${at}.fieldPath`, path, detail)];
  }
  return supported.includes(path) ? [] : [notSupported(`${at}.fieldPath`, path, supported)];
}

/** Faults of a reference to what a container is given of a resource. */
export function resourceReferenceFaults(
  reference: JsonObject,
  at: string,
  { isContainerNamed }: { readonly isContainerNamed: boolean },
): readonly Fault[] {
  const resource = textAt(reference, "resource") ?? "";
  if (isContainerNamed && (textAt(reference, "containerName") ?? "") === "") {
    return [required(`${at}.containerName`)];
  }
  if (resource === "") return [required(`${at}.resource`)];
  const isKnown = RESOURCES.includes(resource) || /^(?:limits|requests)\.hugepages-/.test(resource);
  return isKnown ? [] : [notSupported(`${at}.resource`, resource, RESOURCES)];
}
