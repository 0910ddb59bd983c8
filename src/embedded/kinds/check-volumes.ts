import {
  isJsonObject,
  type JsonObject,
  listAt,
  numberAt,
  objectAt,
  textAt,
} from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { duplicate, forbidden, invalid, required } from "../make-fault.ts";
import { subdomainName } from "../subdomain-name.ts";
import { claimSpecFaults } from "./check-claim.ts";
import { fieldReferenceFaults, resourceReferenceFaults } from "./check-field-reference.ts";
import { choiceFaults, itemFaults } from "./check-items.ts";
import { configKey, labelName, relativePath, withoutBacksteps } from "./name-syntax.ts";
import { quantityNanos } from "./quantity-nanos.ts";

const HOST_PATH_TYPES = [
  "",
  "BlockDevice",
  "CharDevice",
  "Directory",
  "DirectoryOrCreate",
  "File",
  "FileOrCreate",
  "Socket",
];

const MODE_MAX = 0o777;

const MODE_TEXT = "must be a number between 0 and 0777 (octal), both inclusive";

const POD_FIELDS = [
  "metadata.annotations",
  "metadata.labels",
  "metadata.name",
  "metadata.namespace",
  "metadata.uid",
];

const TOKEN_SECONDS_MIN = 600;

type Check = (source: JsonObject, at: string) => readonly Fault[];

/** In the order in which the server looks at them. Other sources are taken as they are. */
const SOURCES: ReadonlyMap<string, Check> = new Map<string, Check>([
  ["emptyDir", emptyDirFaults],
  ["hostPath", hostPathFaults],
  ["gcePersistentDisk", () => []],
  ["awsElasticBlockStore", () => []],
  ["gitRepo", () => []],
  ["secret", secretFaults],
  ["nfs", nfsFaults],
  ["iscsi", () => []],
  ["glusterfs", () => []],
  ["flocker", () => []],
  ["persistentVolumeClaim", claimFaults],
  ["rbd", () => []],
  ["cinder", () => []],
  ["cephfs", () => []],
  ["quobyte", () => []],
  ["downwardAPI", (source, at) => downwardFaults(source, at)],
  ["fc", () => []],
  ["flexVolume", () => []],
  ["configMap", configMapFaults],
  ["azureFile", () => []],
  ["vsphereVolume", () => []],
  ["photonPersistentDisk", () => []],
  ["portworxVolume", () => []],
  ["azureDisk", () => []],
  ["storageos", () => []],
  ["projected", projectedFaults],
  ["scaleIO", () => []],
  ["csi", csiFaults],
  ["ephemeral", ephemeralFaults],
  ["image", () => []],
]);

/** Faults of the volumes of a pod. @see https://kubernetes.io/docs/concepts/storage/volumes/ */
export function volumeFaults(spec: JsonObject, at: string): readonly Fault[] {
  const names = new Set<string>();
  return itemFaults(spec, `${at}.volumes`, (volume, path) => {
    const name = textAt(volume, "name") ?? "";
    const isTaken = name !== "" && names.has(name);
    names.add(name);
    return [
      ...sourceFaults(volume, path),
      ...(name === ""
        ? [required(`${path}.name`)]
        : labelName(name).map((each) => invalid(`${path}.name`, name, each))),
      ...(isTaken ? [duplicate(`${path}.name`, name)] : []),
    ];
  });
}

/** The names of a pod's volumes. */
export function volumeNames(spec: JsonObject): ReadonlySet<string> {
  return new Set(listAt(spec, "volumes").map((each) => textAt(each, "name") ?? ""));
}

function sourceFaults(volume: JsonObject, at: string): readonly Fault[] {
  const given = [...SOURCES].filter(([field]) => isJsonObject(volume[field]));
  if (given.length === 0) return [required(at, "must specify a volume type")];
  return given.flatMap(([field, check], index) =>
    index === 0
      ? check(objectAt(volume, field) ?? {}, `${at}.${field}`)
      : [forbidden(`${at}.${field}`, "may not specify more than 1 volume type")],
  );
}

function emptyDirFaults(source: JsonObject, at: string): readonly Fault[] {
  const isNegative = quantityNanos(textAt(source, "sizeLimit") ?? "0") < 0n;
  const text = "SizeLimit field must be a valid resource quantity";
  return isNegative ? [forbidden(`${at}.sizeLimit`, text)] : [];
}

function hostPathFaults(source: JsonObject, at: string): readonly Fault[] {
  const path = textAt(source, "path") ?? "";
  if (path === "") return [required(`${at}.path`)];
  return [
    ...withoutBacksteps(path).map((each) => invalid(`${at}.path`, path, each)),
    ...choiceFaults(source, `${at}.type`, HOST_PATH_TYPES),
  ];
}

function secretFaults(source: JsonObject, at: string): readonly Fault[] {
  const isMissing = (textAt(source, "secretName") ?? "") === "";
  return [
    ...(isMissing ? [required(`${at}.secretName`)] : []),
    ...modeFaults(source, `${at}.defaultMode`),
    ...itemFaults(source, `${at}.items`, keyToPathFaults),
  ];
}

function configMapFaults(source: JsonObject, at: string): readonly Fault[] {
  const isMissing = (textAt(source, "name") ?? "") === "";
  return [
    ...(isMissing ? [required(`${at}.name`)] : []),
    ...modeFaults(source, `${at}.defaultMode`),
    ...itemFaults(source, `${at}.items`, keyToPathFaults),
  ];
}

function keyToPathFaults(item: JsonObject, at: string): readonly Fault[] {
  const key = textAt(item, "key") ?? "";
  const path = textAt(item, "path") ?? "";
  return [
    ...(key === ""
      ? [required(`${at}.key`)]
      : configKey(key).map((each) => invalid(`${at}.key`, key, each))),
    ...(path === ""
      ? [required(`${at}.path`)]
      : relativePath(path).map((each) => invalid(`${at}.path`, path, each))),
    ...modeFaults(item, `${at}.mode`),
  ];
}

function nfsFaults(source: JsonObject, at: string): readonly Fault[] {
  const path = textAt(source, "path") ?? "";
  return [
    ...((textAt(source, "server") ?? "") === "" ? [required(`${at}.server`)] : []),
    ...(path === "" ? [required(`${at}.path`)] : []),
    ...(path.startsWith("/") ? [] : [invalid(`${at}.path`, path, "must be an absolute path")]),
  ];
}

function claimFaults(source: JsonObject, at: string): readonly Fault[] {
  return (textAt(source, "claimName") ?? "") === "" ? [required(`${at}.claimName`)] : [];
}

function csiFaults(source: JsonObject, at: string): readonly Fault[] {
  const driver = textAt(source, "driver") ?? "";
  return [
    ...(driver === "" ? [required(`${at}.driver`)] : []),
    ...subdomainName(driver.toLowerCase()).map((each) => invalid(`${at}.driver`, driver, each)),
  ];
}

function ephemeralFaults(source: JsonObject, at: string): readonly Fault[] {
  const template = objectAt(source, "volumeClaimTemplate");
  if (template === undefined) return [required(`${at}.volumeClaimTemplate`)];
  const spec = objectAt(template, "spec") ?? {};
  return claimSpecFaults(spec, `${at}.volumeClaimTemplate.spec`);
}

/** The server names the list's place, not the item's. */
function downwardFaults(source: JsonObject, at: string): readonly Fault[] {
  return [
    ...modeFaults(source, `${at}.defaultMode`),
    ...itemFaults(source, `${at}.items`, (file) => downwardFileFaults(file, at)),
  ];
}

function downwardFileFaults(file: JsonObject, at: string): readonly Fault[] {
  const path = textAt(file, "path") ?? "";
  const field = objectAt(file, "fieldRef");
  const resource = objectAt(file, "resourceFieldRef");
  return [
    ...(path === "" ? [required(`${at}.path`)] : []),
    ...relativePath(path).map((each) => invalid(`${at}.path`, path, each)),
    ...(field === undefined ? [] : fieldReferenceFaults(field, `${at}.fieldRef`, POD_FIELDS)),
    ...(resource === undefined || field !== undefined
      ? []
      : resourceReferenceFaults(resource, `${at}.resourceFieldRef`, { isContainerNamed: true })),
    ...(field === undefined && resource === undefined
      ? [required(at, "one of fieldRef and resourceFieldRef is required")]
      : []),
    ...modeFaults(file, `${at}.mode`),
  ];
}

function projectedFaults(source: JsonObject, at: string): readonly Fault[] {
  return [
    ...modeFaults(source, `${at}.defaultMode`),
    ...itemFaults(source, `${at}.sources`, (each, path) => projectionFaults(each, path, at)),
  ];
}

function projectionFaults(source: JsonObject, at: string, list: string): readonly Fault[] {
  const named = ["secret", "configMap"].flatMap((field) => {
    const part = objectAt(source, field);
    if (part === undefined) return [];
    return [
      ...((textAt(part, "name") ?? "") === "" ? [required(`${at}.${field}.name`)] : []),
      ...itemFaults(part, `${at}.${field}.items`, keyToPathFaults),
    ];
  });
  const downward = objectAt(source, "downwardAPI");
  return [
    ...named,
    ...(downward === undefined ? [] : downwardFaults(downward, `${at}.downwardAPI`)),
    ...tokenFaults(source, { at, list }),
  ];
}

function tokenFaults(
  source: JsonObject,
  { at, list }: { readonly at: string; readonly list: string },
): readonly Fault[] {
  const token = objectAt(source, "serviceAccountToken");
  if (token === undefined) return [];
  const seconds = numberAt(token, "expirationSeconds") ?? TOKEN_SECONDS_MIN;
  const text = "may not specify a duration less than 10 minutes";
  return [
    ...(seconds < TOKEN_SECONDS_MIN
      ? [invalid(`${at}.serviceAccountToken.expirationSeconds`, seconds, text)]
      : []),
    ...((textAt(token, "path") ?? "") === "" ? [required(`${list}.path`)] : []),
  ];
}

function modeFaults(owner: JsonObject, at: string): readonly Fault[] {
  const mode = owner[at.slice(at.lastIndexOf(".") + 1)];
  if (typeof mode !== "number" || (mode >= 0 && mode <= MODE_MAX)) return [];
  return [invalid(at, mode, MODE_TEXT)];
}
