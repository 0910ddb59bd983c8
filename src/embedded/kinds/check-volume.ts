import { isJsonObject, type JsonObject, listAt, objectAt, textAt } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { forbidden, invalid, required } from "../make-fault.ts";
import { subdomainName } from "../subdomain-name.ts";
import { accessModeFaults } from "./check-claim.ts";
import { choiceFaults } from "./check-items.ts";
import { nodeSelectorFaults } from "./check-scheduling.ts";
import { quantityNanos } from "./quantity-nanos.ts";

const SOURCES = [
  "hostPath",
  "gcePersistentDisk",
  "awsElasticBlockStore",
  "glusterfs",
  "flocker",
  "nfs",
  "rbd",
  "quobyte",
  "cephfs",
  "iscsi",
  "cinder",
  "fc",
  "flexVolume",
  "azureFile",
  "vsphereVolume",
  "photonPersistentDisk",
  "portworxVolume",
  "azureDisk",
  "scaleIO",
  "local",
  "storageos",
  "csi",
];

/** @see https://kubernetes.io/docs/concepts/storage/persistent-volumes/ */
export function persistentVolumeFaults(object: JsonObject): readonly Fault[] {
  const spec = objectAt(object, "spec") ?? {};
  const modes = listAt(spec, "accessModes");
  const className = textAt(spec, "storageClassName") ?? "";
  return [
    ...(modes.length === 0 ? [required("spec.accessModes")] : []),
    ...accessModeFaults(modes, "spec.accessModes"),
    ...capacityFaults(objectAt(spec, "capacity")),
    ...choiceFaults(spec, "spec.persistentVolumeReclaimPolicy", ["Delete", "Recycle", "Retain"]),
    ...affinityFaults(spec),
    ...sourceFaults(spec),
    ...recycleFaults(spec),
    ...(className === ""
      ? []
      : subdomainName(className).map((each) => invalid("spec.storageClassName", className, each))),
    ...choiceFaults(spec, "spec.volumeMode", ["Block", "Filesystem"]),
  ];
}

function capacityFaults(capacity: JsonObject | undefined): readonly Fault[] {
  const names = Object.keys(capacity ?? {});
  const storage = textAt(capacity, "storage");
  const unsupported: Fault = {
    kind: "not-supported",
    field: "spec.capacity",
    detail: "",
    supported: ["storage"],
    ...(capacity === undefined ? {} : { value: capacity }),
  };
  const isPositive = storage !== undefined && quantityNanos(storage) > 0n;
  return [
    ...(names.length === 0 ? [required("spec.capacity")] : []),
    ...(storage === undefined || names.length > 1 ? [unsupported] : []),
    ...(storage !== undefined && !isPositive
      ? [invalid("spec.capacity[storage]", storage, "must be greater than zero")]
      : []),
  ];
}

function affinityFaults(spec: JsonObject): readonly Fault[] {
  const affinity = objectAt(spec, "nodeAffinity");
  if (affinity === undefined) return [];
  const needed = objectAt(affinity, "required");
  const at = "spec.nodeAffinity.required";
  return needed === undefined
    ? [required(at, "must specify required node constraints")]
    : nodeSelectorFaults(needed, at);
}

function sourceFaults(spec: JsonObject): readonly Fault[] {
  const given = SOURCES.filter((field) => isJsonObject(spec[field]));
  const [first, ...more] = given;
  if (first === undefined) return [required("spec", "must specify a volume type")];
  return [
    ...firstSourceFaults(spec, first),
    ...more.map((field) => forbidden(`spec.${field}`, "may not specify more than 1 volume type")),
  ];
}

function firstSourceFaults(spec: JsonObject, field: string): readonly Fault[] {
  const source = objectAt(spec, field) ?? {};
  const needed = NEEDED.get(field) ?? [];
  return [
    ...needed.flatMap((each) =>
      (textAt(source, each) ?? "") === "" ? [required(`spec.${field}.${each}`)] : [],
    ),
    ...(field === "local" && spec["nodeAffinity"] === undefined
      ? [required("spec.nodeAffinity", "Local volume requires node affinity")]
      : []),
  ];
}

/** Fields without which a source leads nowhere. */
const NEEDED: ReadonlyMap<string, readonly string[]> = new Map([
  ["hostPath", ["path"]],
  ["nfs", ["server", "path"]],
  ["local", ["path"]],
  ["csi", ["driver", "volumeHandle"]],
]);

function recycleFaults(spec: JsonObject): readonly Fault[] {
  const field = "spec.persistentVolumeReclaimPolicy";
  const isRoot = textAt(spec, "hostPath", "path") === "/";
  return isRoot && textAt(spec, "persistentVolumeReclaimPolicy") === "Recycle"
    ? [forbidden(field, "may not be 'recycle' for a hostPath mount of '/'")]
    : [];
}
