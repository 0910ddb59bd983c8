import type { Association } from "./association.ts";
import { groupBy } from "./group-by.ts";

/**
 * Which fields a reference may have. The names are those of the Elastic operator's API; `name` is a bare
 * `{ name }`, `labels` a label selector over the set, `any` what a user's own kind may write: a name, or an object
 * with any of the fields.
 */
export type SelectorName =
  | "LocalObjectSelector"
  | "ObjectSelector"
  | "ElasticsearchSelector"
  | "FleetServerSelector"
  | "name"
  | "labels"
  | "any";

/** An association and how its field is read. */
export interface CatalogueEntry extends Association {
  readonly selector: SelectorName;
}

/** The associations in force, by kind key of the dependent. */
export type Catalogue = ReadonlyMap<string, readonly CatalogueEntry[]>;

/** Resolved once for each config: every decision asks for it. */
const catalogues = new WeakMap<readonly Association[], Catalogue>();

/**
 * The built-in catalogue with the config's associations: an entry of the config replaces the built-in ones of the
 * same kind and field as a whole, and `enabled: false` leaves it out.
 */
export function resolveCatalogue(configured: readonly Association[]): Catalogue {
  const known = catalogues.get(configured) ?? makeCatalogue(configured);
  catalogues.set(configured, known);
  return known;
}

function makeCatalogue(configured: readonly Association[]): Catalogue {
  const builtIn = BUILT_IN.map(entryOf);
  const selectors = new Map(builtIn.map((entry) => [placeOf(entry), entry.selector]));
  const replaced = new Set(configured.map(placeOf));
  const entries = [
    ...builtIn.filter((entry) => !replaced.has(placeOf(entry))),
    ...configured
      .filter((entry) => entry.enabled)
      .map((entry) => ({ ...entry, selector: selectors.get(placeOf(entry)) ?? ("any" as const) })),
  ];
  return groupBy(entries, ({ kind }) => kind);
}

function placeOf(association: Association): string {
  return `${association.kind} ${association.field}`;
}

interface Row {
  readonly kind: string;
  readonly field: string;
  readonly target: string;
  readonly selector: SelectorName;
  /** Shown, never waited for: a forgotten monitoring cluster must not block a production Kibana. */
  readonly informational?: true;
}

function entryOf(row: Row): CatalogueEntry {
  return {
    ...row,
    gate: "lockstep",
    compare: "full",
    informational: row.informational ?? false,
    unknownVersion: "hold",
    trust: "status",
    enabled: true,
  };
}

const ELASTICSEARCH = "Elasticsearch.elasticsearch.k8s.elastic.co";
const KIBANA = "Kibana.kibana.k8s.elastic.co";
const ENTERPRISE_SEARCH = "EnterpriseSearch.enterprisesearch.k8s.elastic.co";
const PACKAGE_REGISTRY = "PackageRegistry.packageregistry.k8s.elastic.co";
const APM_SERVER = "ApmServer.apm.k8s.elastic.co";
const BEAT = "Beat.beat.k8s.elastic.co";
const AGENT = "Agent.agent.k8s.elastic.co";
const MAPS = "ElasticMapsServer.maps.k8s.elastic.co";
const LOGSTASH = "Logstash.logstash.k8s.elastic.co";
const AUTOSCALER = "ElasticsearchAutoscaler.autoscaling.k8s.elastic.co";
const STACK_CONFIG_POLICY = "StackConfigPolicy.stackconfigpolicy.k8s.elastic.co";
const AUTO_OPS_POLICY = "AutoOpsAgentPolicy.autoops.k8s.elastic.co";

const ES_REF = {
  field: "spec.elasticsearchRef",
  target: ELASTICSEARCH,
  selector: "ElasticsearchSelector",
} as const;
const ES_REFS = { ...ES_REF, field: "spec.elasticsearchRefs[]" } as const;
const KIBANA_REF = {
  field: "spec.kibanaRef",
  target: KIBANA,
  selector: "ObjectSelector",
} as const;
const RESOURCE_SELECTOR = {
  field: "spec.resourceSelector",
  selector: "labels",
  informational: true,
} as const;

/** @see https://www.elastic.co/docs/reference/cloud-on-k8s/api-docs for the reference fields */
const BUILT_IN: readonly Row[] = [
  { kind: KIBANA, ...ES_REF },
  {
    kind: KIBANA,
    field: "spec.enterpriseSearchRef",
    target: ENTERPRISE_SEARCH,
    selector: "ObjectSelector",
  },
  {
    kind: KIBANA,
    field: "spec.packageRegistryRef",
    target: PACKAGE_REGISTRY,
    selector: "LocalObjectSelector",
  },
  { kind: APM_SERVER, ...ES_REF },
  { kind: APM_SERVER, ...KIBANA_REF },
  { kind: ENTERPRISE_SEARCH, ...ES_REF },
  { kind: BEAT, ...ES_REF },
  { kind: BEAT, ...KIBANA_REF },
  { kind: AGENT, ...ES_REFS },
  { kind: AGENT, ...KIBANA_REF },
  { kind: AGENT, field: "spec.fleetServerRef", target: AGENT, selector: "FleetServerSelector" },
  { kind: MAPS, ...ES_REF },
  { kind: LOGSTASH, ...ES_REFS },
  ...monitoringOf(KIBANA),
  ...monitoringOf(BEAT),
  ...monitoringOf(LOGSTASH),
  ...monitoringOf(ELASTICSEARCH),
  {
    kind: ELASTICSEARCH,
    field: "spec.remoteClusters[].elasticsearchRef",
    target: ELASTICSEARCH,
    selector: "LocalObjectSelector",
    informational: true,
  },
  { kind: AUTOSCALER, ...ES_REF, selector: "name", informational: true },
  { kind: STACK_CONFIG_POLICY, ...RESOURCE_SELECTOR, target: ELASTICSEARCH },
  { kind: STACK_CONFIG_POLICY, ...RESOURCE_SELECTOR, target: KIBANA },
  { kind: AUTO_OPS_POLICY, ...RESOURCE_SELECTOR, target: ELASTICSEARCH },
];

function monitoringOf(kind: string): readonly Row[] {
  return ["metrics", "logs"].map((what) => ({
    kind,
    field: `spec.monitoring.${what}.elasticsearchRefs[]`,
    target: ELASTICSEARCH,
    selector: "ObjectSelector",
    informational: true,
  }));
}
