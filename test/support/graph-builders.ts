import { parse } from "yaml";
import { buildGraph } from "../../src/core/graph/build-graph.ts";
import type { Edge, Graph } from "../../src/core/graph/edge.ts";
import { gateText } from "../../src/core/graph/gate-text.ts";
import type { GraphInput } from "../../src/core/graph/graph-input.ts";
import type { GraphObject } from "../../src/core/graph/graph-object.ts";
import type { Manifest } from "../../src/core/manifest/manifest.ts";
import { isJsonObject, type Json, type JsonObject } from "../../src/core/object/json.ts";
import { type ObjectId, objectKey, parseObjectId } from "../../src/core/object/object-id.ts";

/** `Deployment.apps/shop/db` as an id. */
export function idFrom(text: string): ObjectId {
  const id = parseObjectId(long(text));
  if (id === undefined) throw new Error(`no id: ${text}`);
  return id;
}

/** A JSON object written as YAML. */
export function yaml(text: string): JsonObject {
  const value: unknown = parse(text);
  if (!isJsonObject(value)) throw new Error(`no object: ${text}`);
  return value;
}

/** What a test writes of a body; `after`, `annotations` and `labels` go where Kubernetes has them. */
export interface WrittenBody {
  readonly after?: string;
  readonly annotations?: Readonly<Record<string, Json>>;
  readonly labels?: Readonly<Record<string, string>>;
  /** As YAML. */
  readonly spec?: string;
  /** Further members of the body, beside `spec`, as YAML. */
  readonly rest?: string;
}

/** A manifest at `stack.yaml:1:1`. */
export function manifest(text: string, written: WrittenBody = {}): Manifest {
  const id = idFrom(text);
  const apiVersion = id.group === "" ? "v1" : `${id.group}/v1`;
  const after = written.after === undefined ? {} : { "lockstep.dev/after": written.after };
  const metadata = {
    name: id.name,
    ...(id.namespace === "" ? {} : { namespace: id.namespace }),
    labels: written.labels ?? {},
    annotations: { ...after, ...written.annotations },
  };
  const spec = written.spec === undefined ? {} : { spec: yaml(written.spec) };
  const rest = written.rest === undefined ? {} : yaml(written.rest);
  const body = { apiVersion, kind: id.kind, metadata, ...spec, ...rest };
  return { id, apiVersion, body, place: { file: "stack.yaml", line: 1, column: 1 } };
}

/** The same as an object whose references are read. */
export function graphObject(text: string, written: WrittenBody = {}): GraphObject {
  const { id, body } = manifest(text, written);
  return { id, body, where: "stack.yaml:1:1" };
}

export function graphOf(manifests: readonly Manifest[], input: Partial<GraphInput> = {}): Graph {
  return buildGraph({ manifests, associations: [], ...input });
}

/** `Kibana.kibana…/shop/kb → Elasticsearch.elasticsearch…/shop/es [lockstep] association:spec.elasticsearchRef`. */
export function briefEdge(edge: Edge): string {
  const marks = [
    gateText(edge.gate),
    ...(edge.informational ? ["informational"] : []),
    ...(edge.external !== "" ? ["external"] : []),
    ...(edge.compare === "full" ? [] : [edge.compare]),
    ...(edge.unknownVersion === "hold" ? [] : [edge.unknownVersion]),
    ...(edge.trust === "status" ? [] : [edge.trust]),
  ];
  const ends = `${short(objectKey(edge.dependent))} → ${short(objectKey(edge.target))}`;
  return `${ends} [${marks.join(" ")}] ${edge.origin}`;
}

/** `Kibana/shop/kb` with Elastic's group for the kind: the reverse of `short`. */
export function long(text: string): string {
  const [kind = "", ...rest] = text.split("/");
  const group = ELASTIC_GROUPS.get(kind);
  return [group === undefined ? kind : `${kind}.${group}.k8s.elastic.co`, ...rest].join("/");
}

const ELASTIC_GROUPS = new Map([
  ["Elasticsearch", "elasticsearch"],
  ["Kibana", "kibana"],
  ["EnterpriseSearch", "enterprisesearch"],
  ["PackageRegistry", "packageregistry"],
  ["ApmServer", "apm"],
  ["Beat", "beat"],
  ["Agent", "agent"],
  ["ElasticMapsServer", "maps"],
  ["Logstash", "logstash"],
  ["ElasticsearchAutoscaler", "autoscaling"],
  ["StackConfigPolicy", "stackconfigpolicy"],
  ["AutoOpsAgentPolicy", "autoops"],
]);

/** Elastic's groups repeat the kind; a table is easier to read without them. */
export function short(text: string): string {
  return text.replaceAll(/\.[a-z]+\.k8s\.elastic\.co/g, "");
}
