import {
  type Json,
  type JsonObject,
  listAt,
  objectAt,
  textAt,
  valueAt,
} from "../../core/object/json.ts";
import type { Column } from "./column.ts";
import {
  AGE_COLUMN,
  column,
  countColumn,
  NAME_COLUMN,
  scalarText,
  textCell,
  wideColumn,
} from "./make-column.ts";

/** In the order in which they are shown. */
const ACCESS_MODES: readonly { readonly mode: string; readonly short: string }[] = [
  { mode: "ReadWriteOnce", short: "RWO" },
  { mode: "ReadOnlyMany", short: "ROX" },
  { mode: "ReadWriteMany", short: "RWX" },
  { mode: "ReadWriteOncePod", short: "RWOP" },
];

const CLASS_ANNOTATION = "volume.beta.kubernetes.io/storage-class";

/** A class with one of them set to `true` is marked as the default. */
const DEFAULT_ANNOTATIONS = [
  "storageclass.kubernetes.io/is-default-class",
  "storageclass.beta.kubernetes.io/is-default-class",
];

/** Of kinds of storage, by `Kind` or `Kind.group`. */
export const STORAGE_COLUMNS: ReadonlyMap<string, readonly Column[]> = new Map([
  ["PersistentVolume", volumeColumns()],
  ["PersistentVolumeClaim", claimColumns()],
  ["StorageClass.storage.k8s.io", storageClassColumns()],
  ["VolumeAttachment.storage.k8s.io", attachmentColumns()],
  ["CSIDriver.storage.k8s.io", driverColumns()],
  [
    "CSINode.storage.k8s.io",
    [
      NAME_COLUMN,
      countColumn("Drivers", (object) => listAt(object, "spec", "drivers").length),
      AGE_COLUMN,
    ],
  ],
]);

function volumeColumns(): readonly Column[] {
  return [
    NAME_COLUMN,
    column("Capacity", (volume) => scalarText(valueAt(volume, "spec", "capacity", "storage"), "")),
    column("Access Modes", (volume) => modesText(valueAt(volume, "spec", "accessModes"))),
    column("Reclaim Policy", textCell("spec", "persistentVolumeReclaimPolicy")),
    column("Status", phaseCell),
    column("Claim", claimCell),
    column("StorageClass", className),
    column("VolumeAttributesClass", unsetCell("spec", "volumeAttributesClassName")),
    column("Reason", textCell("status", "reason")),
    AGE_COLUMN,
    wideColumn("VolumeMode", unsetCell("spec", "volumeMode")),
  ];
}

function claimColumns(): readonly Column[] {
  return [
    NAME_COLUMN,
    column("Status", phaseCell),
    column("Volume", textCell("spec", "volumeName")),
    column("Capacity", (claim) =>
      isBound(claim) ? scalarText(valueAt(claim, "status", "capacity", "storage"), "0") : "",
    ),
    column("Access Modes", (claim) =>
      isBound(claim) ? modesText(valueAt(claim, "status", "accessModes")) : "",
    ),
    column("StorageClass", className),
    column("VolumeAttributesClass", unsetCell("spec", "volumeAttributesClassName")),
    AGE_COLUMN,
    wideColumn("VolumeMode", unsetCell("spec", "volumeMode")),
  ];
}

function storageClassColumns(): readonly Column[] {
  return [
    { ...NAME_COLUMN, cell: defaultMarkedName },
    column("Provisioner", textCell("provisioner")),
    column("ReclaimPolicy", (object) => textAt(object, "reclaimPolicy") ?? "Delete"),
    column("VolumeBindingMode", (object) => textAt(object, "volumeBindingMode") ?? "Immediate"),
    column("AllowVolumeExpansion", truthCell("allowVolumeExpansion")),
    AGE_COLUMN,
  ];
}

function attachmentColumns(): readonly Column[] {
  return [
    NAME_COLUMN,
    column("Attacher", textCell("spec", "attacher"), { format: "name" }),
    column("PV", textCell("spec", "source", "persistentVolumeName")),
    column("Node", textCell("spec", "nodeName")),
    column("Attached", truthCell("status", "attached"), { type: "boolean" }),
    AGE_COLUMN,
  ];
}

function driverColumns(): readonly Column[] {
  const type = "boolean";
  return [
    NAME_COLUMN,
    column("AttachRequired", (object) => valueAt(object, "spec", "attachRequired") !== false, {
      type,
    }),
    column("PodInfoOnMount", truthCell("spec", "podInfoOnMount"), { type }),
    column("StorageCapacity", truthCell("spec", "storageCapacity"), { type }),
    column("TokenRequests", tokenRequestsCell),
    column("RequiresRepublish", truthCell("spec", "requiresRepublish"), { type }),
    column("Modes", (object) => {
      const modes = listAt(object, "spec", "volumeLifecycleModes").map(String);
      return modes.length === 0 ? "<none>" : modes.join(",");
    }),
    AGE_COLUMN,
  ];
}

function phaseCell(object: JsonObject): string {
  if (valueAt(object, "metadata", "deletionTimestamp") !== undefined) return "Terminating";
  return textAt(object, "status", "phase") ?? "";
}

function claimCell(volume: JsonObject): string {
  const claim = objectAt(volume, "spec", "claimRef");
  if (claim === undefined) return "";
  return `${textAt(claim, "namespace") ?? ""}/${textAt(claim, "name") ?? ""}`;
}

/** A claim that has no volume yet has no size either. */
function isBound(claim: JsonObject): boolean {
  return (textAt(claim, "spec", "volumeName") ?? "") !== "";
}

function className(object: JsonObject): string {
  const annotated = textAt(object, "metadata", "annotations", CLASS_ANNOTATION);
  return annotated ?? textAt(object, "spec", "storageClassName") ?? "";
}

function modesText(modes: Json | undefined): string {
  const written = new Set(listAt(modes));
  return ACCESS_MODES.filter(({ mode }) => written.has(mode))
    .map(({ short }) => short)
    .join(",");
}

function defaultMarkedName(object: JsonObject): string {
  const name = textAt(object, "metadata", "name") ?? "";
  const isDefault = DEFAULT_ANNOTATIONS.some(
    (annotation) => textAt(object, "metadata", "annotations", annotation) === "true",
  );
  return isDefault ? `${name} (default)` : name;
}

function tokenRequestsCell(object: JsonObject): string {
  const requests = listAt(object, "spec", "tokenRequests");
  if (requests.length === 0) return "<unset>";
  return requests.map((request) => textAt(request, "audience") ?? "").join(",");
}

function unsetCell(...steps: readonly string[]): Column["cell"] {
  return (object) => textAt(object, ...steps) ?? "<unset>";
}

function truthCell(...steps: readonly string[]): Column["cell"] {
  return (object) => valueAt(object, ...steps) === true;
}
