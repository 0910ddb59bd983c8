import {
  isJsonEqual,
  type JsonObject,
  numberAt,
  objectAt,
  textAt,
} from "../../core/object/json.ts";
import { annotationOf, idOf, podTemplateOf } from "../../core/object/live-object.ts";
import type { DeploymentSpec } from "./deployment-spec.ts";
import { controlledBy } from "./owner-reference.ts";
import { someOf } from "./pod-from-template.ts";
import { templateHash } from "./template-hash.ts";
import { definedOnly } from "./writes.ts";

export const REVISION = "deployment.kubernetes.io/revision";
const REVISION_HISTORY = "deployment.kubernetes.io/revision-history";
const DESIRED_REPLICAS = "deployment.kubernetes.io/desired-replicas";
const MAX_REPLICAS = "deployment.kubernetes.io/max-replicas";
const HASH = "pod-template-hash";

/** Annotations of a Deployment that its ReplicaSets do not take over. */
const NOT_COPIED: ReadonlySet<string> = new Set([
  "kubectl.kubernetes.io/last-applied-configuration",
  REVISION,
  REVISION_HISTORY,
  DESIRED_REPLICAS,
  MAX_REPLICAS,
  "deprecated.deployment.rollback.to",
]);

/** The ReplicaSets of a Deployment. */
export interface ReplicaSets {
  /** Of the present template; `undefined` when it is still to be made. */
  readonly current: JsonObject | undefined;
  /** The others, oldest first. */
  readonly old: readonly JsonObject[];
}

/** Tells the ReplicaSet of the present template from the others: the oldest one whose template is equal but for the hash. */
export function sortReplicaSets(deployment: JsonObject, owned: readonly JsonObject[]): ReplicaSets {
  const oldestFirst = owned.toSorted(byAge);
  const template = withoutHash(podTemplateOf(deployment));
  const current = oldestFirst.find((each) =>
    isJsonEqual(withoutHash(podTemplateOf(each)), template),
  );
  return { current, old: oldestFirst.filter((each) => each !== current) };
}

export function revisionOf(object: JsonObject): number {
  return Number.parseInt(annotationOf(object, REVISION) ?? "0", 10) || 0;
}

/** The revision that the ReplicaSet of the present template has or is to have: one more than all others. */
export function nextRevision({ current, old }: ReplicaSets): number {
  const highest = Math.max(0, ...old.map(revisionOf));
  return Math.max(highest + 1, current === undefined ? 0 : revisionOf(current));
}

/** A new ReplicaSet of the present template, without pods. */
export function newReplicaSet(
  deployment: JsonObject,
  spec: DeploymentSpec,
  { revision, replicas }: { readonly revision: number; readonly replicas: number },
): JsonObject {
  const template = podTemplateOf(deployment) ?? {};
  const collisionCount = numberAt(deployment, "status", "collisionCount") ?? 0;
  const hash = templateHash(template, collisionCount);
  const { namespace, name } = idOf(deployment);
  const labels = { ...objectAt(template, "metadata", "labels"), [HASH]: hash };
  const selector = objectAt(deployment, "spec", "selector") ?? {};
  const matchLabels = { ...objectAt(selector, "matchLabels"), [HASH]: hash };
  return {
    apiVersion: "apps/v1",
    kind: "ReplicaSet",
    metadata: {
      name: `${name}-${hash}`,
      namespace,
      labels,
      annotations: {
        ...copiedAnnotations(deployment),
        ...sizeAnnotations(spec),
        [REVISION]: `${revision}`,
      },
      ownerReferences: [controlledBy(deployment)],
    },
    spec: definedOnly({
      replicas,
      minReadySeconds: spec.minReadySeconds === 0 ? undefined : spec.minReadySeconds,
      selector: { ...selector, matchLabels },
      template: { ...template, metadata: { ...objectAt(template, "metadata"), labels } },
    }),
  };
}

/** The annotations of the present ReplicaSet as they should be: the Deployment's, and its revision with those it had before. */
export function currentAnnotations(
  deployment: JsonObject,
  replicaSet: JsonObject,
  revision: number,
): JsonObject {
  const own = objectAt(replicaSet, "metadata", "annotations") ?? {};
  const copied = { ...own, ...copiedAnnotations(deployment) };
  const before = revisionOf(replicaSet);
  if (before >= revision) return copied;
  const history = textAt(own, REVISION_HISTORY);
  const past = [history ?? "", before === 0 ? "" : `${before}`].filter((each) => each !== "");
  return {
    ...copied,
    [REVISION]: `${revision}`,
    ...(past.length === 0 ? {} : { [REVISION_HISTORY]: past.join(",") }),
  };
}

/** By these the next pass sees that the Deployment was scaled. */
export function sizeAnnotations({ replicas, maxSurge }: DeploymentSpec): JsonObject {
  return { [DESIRED_REPLICAS]: `${replicas}`, [MAX_REPLICAS]: `${replicas + maxSurge}` };
}

/** Whether the ReplicaSet was sized for another number of replicas than the Deployment has now. */
export function isSizedFor(replicaSet: JsonObject, replicas: number): boolean {
  return annotationOf(replicaSet, DESIRED_REPLICAS) === `${replicas}`;
}

function copiedAnnotations(deployment: JsonObject): JsonObject {
  const all = Object.entries(objectAt(deployment, "metadata", "annotations") ?? {});
  return Object.fromEntries(all.filter(([key]) => !NOT_COPIED.has(key)));
}

function withoutHash(template: JsonObject | undefined): JsonObject {
  const labels = Object.entries(objectAt(template, "metadata", "labels") ?? {});
  const kept = Object.fromEntries(labels.filter(([key]) => key !== HASH));
  const metadata = definedOnly({ ...objectAt(template, "metadata"), labels: someOf(kept) });
  return { ...template, metadata };
}

function byAge(a: JsonObject, b: JsonObject): number {
  return ageKey(a) < ageKey(b) ? -1 : 1;
}

function ageKey(object: JsonObject): string {
  return `${textAt(object, "metadata", "creationTimestamp") ?? ""} ${idOf(object).name}`;
}
