import type { JsonObject } from "../../src/core/object/json.ts";
import type { Target } from "./kube-client.ts";

/** The API versions at which the test CRDs of the Elastic kinds serve. */
const API_VERSIONS = {
  Elasticsearch: "elasticsearch.k8s.elastic.co/v1",
  Kibana: "kibana.k8s.elastic.co/v1",
  ApmServer: "apm.k8s.elastic.co/v1",
  EnterpriseSearch: "enterprisesearch.k8s.elastic.co/v1",
  Beat: "beat.k8s.elastic.co/v1beta1",
  Agent: "agent.k8s.elastic.co/v1alpha1",
  ElasticMapsServer: "maps.k8s.elastic.co/v1alpha1",
  Logstash: "logstash.k8s.elastic.co/v1alpha1",
  PackageRegistry: "packageregistry.k8s.elastic.co/v1alpha1",
  ElasticsearchAutoscaler: "autoscaling.k8s.elastic.co/v1alpha1",
  StackConfigPolicy: "stackconfigpolicy.k8s.elastic.co/v1alpha1",
  AutoOpsAgentPolicy: "autoops.k8s.elastic.co/v1alpha1",
} as const;

export type ElasticKind = keyof typeof API_VERSIONS;

/** Where an object of an Elastic kind is, for a test's own requests. */
export function elasticTarget(kind: ElasticKind, namespace: string, name: string): Target {
  return { apiVersion: API_VERSIONS[kind], kind, namespace, name };
}

/** Its id as the status and the graph show it. */
export function elasticId(kind: ElasticKind, namespace: string, name: string): string {
  return `${kind}.${API_VERSIONS[kind].split("/")[0] ?? ""}/${namespace}/${name}`;
}

/** An object of an Elastic kind as a manifest; more metadata than the name is added to it. */
export function elasticObject(
  kind: ElasticKind,
  metadata: { readonly name: string } & JsonObject,
  spec: JsonObject = {},
): JsonObject {
  return { apiVersion: API_VERSIONS[kind], kind, metadata, spec };
}
