import { isJsonObject, type JsonObject, listAt, numberAt, textAt } from "../../core/object/json.ts";
import { idOf } from "../../core/object/live-object.ts";
import type { Collection } from "../store/object-store.ts";

/** A product whose objects the operator runs. */
export interface ElasticProduct extends Collection {
  readonly kind: string;
  /** In the names of what belongs to an object: `main-es-http`. */
  readonly suffix: string;
  /** Value of the label `common.k8s.elastic.co/type`, and name of the container. */
  readonly type: string;
  /** Label by which the pods name their object. */
  readonly nameLabel: string;
  readonly image: string;
  readonly port: number;
  readonly workload: "StatefulSet" | "Deployment";
}

export const ELASTIC_PRODUCTS: readonly ElasticProduct[] = [
  {
    group: "elasticsearch.k8s.elastic.co",
    plural: "elasticsearches",
    kind: "Elasticsearch",
    suffix: "es",
    type: "elasticsearch",
    nameLabel: "elasticsearch.k8s.elastic.co/cluster-name",
    image: "docker.elastic.co/elasticsearch/elasticsearch",
    port: 9200,
    workload: "StatefulSet",
  },
  {
    group: "kibana.k8s.elastic.co",
    plural: "kibanas",
    kind: "Kibana",
    suffix: "kb",
    type: "kibana",
    nameLabel: "kibana.k8s.elastic.co/name",
    image: "docker.elastic.co/kibana/kibana",
    port: 5601,
    workload: "Deployment",
  },
  {
    group: "apm.k8s.elastic.co",
    plural: "apmservers",
    kind: "ApmServer",
    suffix: "apm",
    type: "apm-server",
    nameLabel: "apm.k8s.elastic.co/name",
    image: "docker.elastic.co/apm/apm-server",
    port: 8200,
    workload: "Deployment",
  },
];

/** Pods that are wanted under one name. */
export interface ElasticSet {
  readonly name: string;
  readonly count: number;
}

/** The sets of pods of an object: one for each node set of Elasticsearch, one for the others. */
export function elasticSetsOf(object: JsonObject, product: ElasticProduct): readonly ElasticSet[] {
  const { name } = idOf(object);
  const count = numberAt(object, "spec", "count") ?? 1;
  if (product.workload === "Deployment") {
    return [{ name: product.suffix === "apm" ? `${name}-apm-server` : `${name}-kb`, count }];
  }
  const nodeSets = listAt(object, "spec", "nodeSets").filter(isJsonObject);
  if (nodeSets.length === 0) return [{ name: `${name}-es-default`, count }];
  return nodeSets.map((each) => ({
    name: `${name}-es-${textAt(each, "name") ?? "default"}`,
    count: numberAt(each, "count") ?? 1,
  }));
}

/** The labels that all pods of an object have. */
export function elasticLabels(object: JsonObject, product: ElasticProduct): JsonObject {
  return {
    "common.k8s.elastic.co/type": product.type,
    [product.nameLabel]: idOf(object).name,
  };
}

export function elasticImage(object: JsonObject, product: ElasticProduct): string {
  const version = textAt(object, "spec", "version") ?? "latest";
  return textAt(object, "spec", "image") ?? `${product.image}:${version}`;
}
