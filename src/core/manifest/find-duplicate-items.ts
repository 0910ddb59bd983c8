import {
  isJsonList,
  isJsonObject,
  type Json,
  type JsonObject,
  type Step,
  valueAt,
} from "../object/json.ts";
import type { ObjectId } from "../object/object-id.ts";
import { pathText } from "./path-text.ts";
import { quoted } from "./quoted.ts";

/** A list whose items the server tells apart by keys. */
interface KeyedList {
  readonly path: readonly string[];
  readonly keys: readonly string[];
}

const CONTAINERS: readonly KeyedList[] = [
  { path: ["containers"], keys: ["name"] },
  { path: ["initContainers"], keys: ["name"] },
  { path: ["ephemeralContainers"], keys: ["name"] },
];
const POD_LISTS: readonly KeyedList[] = [
  ...CONTAINERS,
  { path: ["volumes"], keys: ["name"] },
  { path: ["imagePullSecrets"], keys: ["name"] },
  { path: ["hostAliases"], keys: ["ip"] },
  { path: ["resourceClaims"], keys: ["name"] },
  { path: ["schedulingGates"], keys: ["name"] },
  { path: ["topologySpreadConstraints"], keys: ["topologyKey", "whenUnsatisfiable"] },
];
const CONTAINER_LISTS: readonly KeyedList[] = [
  { path: ["env"], keys: ["name"] },
  { path: ["ports"], keys: ["containerPort", "protocol"] },
  { path: ["volumeMounts"], keys: ["mountPath"] },
  { path: ["volumeDevices"], keys: ["devicePath"] },
  { path: ["resources", "claims"], keys: ["name"] },
];
const SERVICE_LISTS: readonly KeyedList[] = [
  { path: ["spec", "ports"], keys: ["port", "protocol"] },
];

/** What a key is when the item leaves it out. Others have no default. */
const DEFAULTS: ReadonlyMap<string, Json> = new Map([["protocol", "TCP"]]);

/** Where the kinds of Kubernetes keep a pod spec. */
const POD_SPECS: ReadonlyMap<string, readonly string[]> = new Map([
  ["/Pod", ["spec"]],
  ["/PodTemplate", ["template", "spec"]],
  ["/ReplicationController", ["spec", "template", "spec"]],
  ["apps/DaemonSet", ["spec", "template", "spec"]],
  ["apps/Deployment", ["spec", "template", "spec"]],
  ["apps/ReplicaSet", ["spec", "template", "spec"]],
  ["apps/StatefulSet", ["spec", "template", "spec"]],
  ["batch/CronJob", ["spec", "jobTemplate", "spec", "template", "spec"]],
  ["batch/Job", ["spec", "template", "spec"]],
]);

/**
 * Items that the server would refuse as duplicates, each as a sentence with its path:
 * `spec.template.spec.containers[0].env: two items named "A"`. Only kinds whose lists are known
 * by heart: pods, their templates, Services.
 *
 * @see https://kubernetes.io/docs/reference/using-api/server-side-apply/#merge-strategy (listType: map)
 */
export function findDuplicateItems(id: ObjectId, body: JsonObject): readonly string[] {
  const place = `${id.group}/${id.kind}`;
  if (place === "/Service") return duplicatesIn(body, [], SERVICE_LISTS);
  const podSpec = POD_SPECS.get(place);
  if (podSpec === undefined) return [];
  return [
    ...duplicatesIn(body, podSpec, POD_LISTS),
    ...CONTAINERS.flatMap(({ path }) => containerDuplicates(body, [...podSpec, ...path])),
  ];
}

function containerDuplicates(body: JsonObject, path: readonly Step[]): readonly string[] {
  const containers = valueAt(body, ...path);
  if (!isJsonList(containers)) return [];
  return containers.flatMap((_, index) => duplicatesIn(body, [...path, index], CONTAINER_LISTS));
}

function duplicatesIn(
  body: JsonObject,
  base: readonly Step[],
  lists: readonly KeyedList[],
): readonly string[] {
  return lists.flatMap(({ path, keys }) => {
    const steps = [...base, ...path];
    const items = valueAt(body, ...steps);
    if (!isJsonList(items)) return [];
    return repeated(items.flatMap((item) => keyTextOf(item, keys))).map(
      (text) => `${pathText(steps)}: two items ${text}`,
    );
  });
}

/** Nothing for an item without its keys: that is for the server to say. */
function keyTextOf(item: Json, keys: readonly string[]): readonly string[] {
  if (!isJsonObject(item)) return [];
  const values = keys.map((key) => valueAt(item, key) ?? DEFAULTS.get(key));
  const parts = values.map((value) => (isScalar(value) ? shown(value) : undefined));
  if (parts.includes(undefined)) return [];
  if (keys.length === 1 && keys[0] === "name") return [`named ${parts.join("")}`];
  return [`with ${keys.map((key, index) => `${key} ${parts[index] ?? ""}`).join(", ")}`];
}

function isScalar(value: Json | undefined): value is string | number {
  return typeof value === "string" || typeof value === "number";
}

function shown(value: string | number): string {
  return typeof value === "string" ? quoted(value) : String(value);
}

function repeated(texts: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  const twice = new Set<string>();
  for (const text of texts) (seen.has(text) ? twice : seen).add(text);
  return [...twice];
}
