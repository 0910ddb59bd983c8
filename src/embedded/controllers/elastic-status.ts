import { type JsonObject, numberAt, objectAt, textAt } from "../../core/object/json.ts";
import { idOf, labelOf } from "../../core/object/live-object.ts";
import type { ClusterView } from "./controller.ts";
import type { ElasticProduct, ElasticSet } from "./elastic-products.ts";
import { isReady } from "./pod-facts.ts";
import { definedOnly } from "./writes.ts";

/** Whether the Elasticsearch that an object refers to can be used; `undefined` when it refers to none. */
export type Association = "Pending" | "Established" | undefined;

/** What is there of an object of the operator. */
export interface ElasticFacts {
  readonly object: JsonObject;
  readonly product: ElasticProduct;
  readonly sets: readonly ElasticSet[];
  /** Of each set; `undefined` when it is not there. */
  readonly workloads: readonly (JsonObject | undefined)[];
  /** All that run, those that are ending included. */
  readonly pods: readonly JsonObject[];
  readonly association: Association;
}

/** Established once the Elasticsearch has been rolled out for the first time. */
export function associationOf(object: JsonObject, view: ClusterView): Association {
  const name = textAt(object, "spec", "elasticsearchRef", "name");
  if (name === undefined || name === "") return undefined;
  const elasticsearch = view.get({
    group: "elasticsearch.k8s.elastic.co",
    plural: "elasticsearches",
    namespace: textAt(object, "spec", "elasticsearchRef", "namespace") ?? idOf(object).namespace,
    name,
  });
  return textAt(elasticsearch, "status", "version") === undefined ? "Pending" : "Established";
}

/**
 * The status that the operator writes. `version` is the lowest one that runs, and moves only when the rollout is through.
 * @see https://www.elastic.co/docs/reference/cloud-on-k8s/api-docs
 */
export function elasticStatus(facts: ElasticFacts): JsonObject {
  const { object, product, sets, pods, association } = facts;
  const wanted = sets.reduce((sum, set) => sum + set.count, 0);
  const ready = pods.filter(isReady).length;
  const isDone = isRolledOut(facts, wanted);
  const isCluster = product.workload === "StatefulSet";
  const version = isDone ? lowestVersion(pods, product) : undefined;
  return definedOnly({
    ...objectAt(object, "status"),
    availableNodes: Math.min(ready, wanted),
    count: isCluster ? undefined : pods.length,
    health: healthOf({ ready, wanted, isCluster }),
    phase: isCluster ? phaseOf(isDone) : undefined,
    version: version ?? textAt(object, "status", "version"),
    elasticsearchAssociationStatus: association,
    associationStatus: product.type === "kibana" ? association : undefined,
    selector: isCluster ? undefined : `${product.nameLabel}=${idOf(object).name}`,
    observedGeneration: numberAt(object, "metadata", "generation"),
  });
}

function phaseOf(isDone: boolean): string {
  return isDone ? "Ready" : "ApplyingChanges";
}

function healthOf({
  ready,
  wanted,
  isCluster,
}: {
  readonly ready: number;
  readonly wanted: number;
  readonly isCluster: boolean;
}): string {
  if (ready === 0) return "red";
  return ready >= wanted || !isCluster ? "green" : "yellow";
}

/** Every pod is there, ready and of the declared version, and none of another one is left. */
function isRolledOut({ object, product, workloads, pods }: ElasticFacts, wanted: number): boolean {
  const version = textAt(object, "spec", "version");
  return (
    pods.length === wanted &&
    pods.every((pod) => isReady(pod) && versionOf(pod, product) === version) &&
    workloads.every(
      (each) =>
        numberAt(each, "status", "observedGeneration") === numberAt(each, "metadata", "generation"),
    )
  );
}

function versionOf(pod: JsonObject, product: ElasticProduct): string | undefined {
  return labelOf(pod, `${product.group}/version`);
}

function lowestVersion(pods: readonly JsonObject[], product: ElasticProduct): string | undefined {
  return pods
    .flatMap((pod) => versionOf(pod, product) ?? [])
    .toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }))[0];
}
