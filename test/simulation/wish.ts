import type { Manifest } from "../../src/core/manifest/manifest.ts";
import { type JsonObject, listAt, numberAt, textAt, valueAt } from "../../src/core/object/json.ts";
import type { ObjectId } from "../../src/core/object/object-id.ts";
import { idFrom } from "../support/graph-builders.ts";

/** The kinds of the play: two whose pods cannot be seen, and two whose pods can. */
export type SimKind = "Elasticsearch" | "Kibana" | "StatefulSet.apps" | "Deployment.apps";

/** Which object, before anything is known of it. */
export interface Role {
  readonly index: number;
  readonly kind: SimKind;
}

/** An edge to an object with a smaller index. */
export interface SimEdge {
  readonly target: number;
  readonly gate: "lockstep" | "rolled-out" | "exists" | "range";
  /** Of a range: the lowest and the highest version that fit. */
  readonly from: number;
  readonly to: number;
}

/** What is asked of an object: by Git, or by the live spec. */
export interface Wish {
  readonly version: number;
  readonly config: number;
  readonly replicas: number;
  /** Its new pods never get ready. */
  readonly isBad: boolean;
  readonly isPaused: boolean;
  readonly edges: readonly SimEdge[];
}

const NAMESPACE = "shop";

const ids = new WeakMap<Role, ObjectId>();

export function idOfRole(role: Role): ObjectId {
  const known = ids.get(role) ?? idFrom(`${role.kind}/${NAMESPACE}/o${role.index}`);
  ids.set(role, known);
  return known;
}

export function isHidden({ kind }: Role): boolean {
  return kind === "Elasticsearch" || kind === "Kibana";
}

export function versionText(version: number): string {
  return `9.${version}.0`;
}

/** The template's part of a wish: pods of another one are old. */
function revisionOf(wish: Wish): string {
  return `r${wish.version}-${wish.config}-${wish.isBad ? "bad" : "good"}`;
}

export function manifestOf(role: Role, wish: Wish, roles: readonly Role[]): Manifest {
  const id = idOfRole(role);
  const apiVersion = `${id.group}/v1`;
  const reference = referenceOf(role, wish, roles);
  const others = wish.edges.filter((edge) => edge.target !== reference);
  const after = others.map((edge) => afterText(edge, roles)).join(", ");
  const metadata: JsonObject = {
    name: id.name,
    namespace: NAMESPACE,
    labels: { app: id.name },
    ...(after === "" ? {} : { annotations: { "lockstep.dev/after": after } }),
  };
  const ref = reference === undefined ? {} : { elasticsearchRef: { name: `o${reference}` } };
  const spec = isHidden(role)
    ? { version: versionText(wish.version), count: wish.replicas, config: revisionOf(wish), ...ref }
    : workloadSpec(id.name, wish);
  const body: JsonObject = { apiVersion, kind: id.kind, metadata, spec };
  return { id, apiVersion, body, place: { file: "stack.yaml", line: 1, column: 1 } };
}

/** The first lockstep edge that a built-in reference field can say. */
function referenceOf(role: Role, wish: Wish, roles: readonly Role[]): number | undefined {
  if (role.kind !== "Kibana") return undefined;
  return wish.edges.find(
    ({ target, gate }) => gate === "lockstep" && roles[target]?.kind === "Elasticsearch",
  )?.target;
}

function afterText(edge: SimEdge, roles: readonly Role[]): string {
  const target = roles[edge.target];
  if (target === undefined) throw new Error(`no object ${edge.target}`);
  const { group, kind, name } = idOfRole(target);
  const range = `>=${versionText(edge.from)} <=${versionText(edge.to)}`;
  return `${kind}.${group}/${name}@${edge.gate === "range" ? range : edge.gate}`;
}

function workloadSpec(app: string, wish: Wish): JsonObject {
  const labels = { app, "app.kubernetes.io/version": versionText(wish.version) };
  return {
    replicas: wish.replicas,
    ...(wish.isPaused ? { paused: true } : {}),
    selector: { matchLabels: { app } },
    template: { metadata: { labels, annotations: { config: revisionOf(wish) } } },
  };
}

/** `LiveSpec.revision` of an object that was given this wish. */
export function revisionText(wish: Wish): string {
  return `${versionText(wish.version)} ${revisionOf(wish)}`;
}

/** What a live spec asks for, whoever wrote it. */
export interface LiveSpec {
  readonly version: number;
  readonly revision: string;
  readonly replicas: number;
  readonly isBad: boolean;
  readonly isPaused: boolean;
  /** What it says that it comes after, whatever the gate. */
  readonly targets: readonly number[];
}

const specs = new WeakMap<JsonObject, LiveSpec>();

export function readSpec(live: JsonObject): LiveSpec {
  const known = specs.get(live);
  if (known !== undefined) return known;
  const read = parseSpec(live);
  specs.set(live, read);
  return read;
}

function parseSpec(live: JsonObject): LiveSpec {
  const template = ["spec", "template", "metadata"] as const;
  const version =
    textAt(live, "spec", "version") ??
    textAt(live, ...template, "labels", "app.kubernetes.io/version") ??
    "";
  const config =
    textAt(live, "spec", "config") ?? textAt(live, ...template, "annotations", "config") ?? "";
  return {
    version: Number(version.split(".")[1]),
    revision: `${version} ${config}`,
    replicas: numberAt(live, "spec", "count") ?? numberAt(live, "spec", "replicas") ?? 1,
    isBad: config.endsWith("bad"),
    isPaused: valueAt(live, "spec", "paused") === true,
    targets: targetsOf(live),
  };
}

const AFTER = "lockstep.dev/after";

function targetsOf(live: JsonObject): readonly number[] {
  // What somebody else wrote there says nothing: the key counts in Git only.
  const isOurs = listAt(live, "metadata", "managedFields").some(
    (entry) =>
      textAt(entry, "manager") === "lockstep" &&
      valueAt(entry, "fieldsV1", "f:metadata", "f:annotations", `f:${AFTER}`) !== undefined,
  );
  const after = isOurs ? (textAt(live, "metadata", "annotations", AFTER) ?? "") : "";
  const reference = textAt(live, "spec", "elasticsearchRef", "name") ?? "";
  const texts = [...after.matchAll(/\/o(\d+)@/g), ...reference.matchAll(/^o(\d+)$/g)];
  return texts.map(([, index]) => Number(index));
}
