import type { JsonObject } from "../../src/core/object/json.ts";
import { elasticObject } from "../support/elastic-objects.ts";
import { workload } from "../support/workload-manifests.ts";
import type { Part, Wish } from "./draw-story.ts";

const GROUPS = {
  Deployment: "apps",
  StatefulSet: "apps",
  Elasticsearch: "elasticsearch.k8s.elastic.co",
  Kibana: "kibana.k8s.elastic.co",
  ApmServer: "apm.k8s.elastic.co",
} as const;

export function versionText(version: number): string {
  return `9.${version}.0`;
}

/** The manifest of one part of the list as one commit wants it. An edge is a reference where its kinds have one, else an annotation. */
export function writeManifest(parts: readonly Part[], index: number, wish: Wish): JsonObject {
  const part = parts[index];
  if (part === undefined) throw new Error(`no part ${index}`);
  const { after, references } = chooseEdges(
    part,
    wish.targets.flatMap((each) => parts[each] ?? []),
  );
  const annotations = after === "" ? {} : { "lockstep.dev/after": after };
  const metadata = { name: part.name, annotations };
  if (part.kind === "Deployment" || part.kind === "StatefulSet") {
    return { ...workload(part.kind, part.name, workloadSpec(part, wish)), metadata };
  }
  const version = versionText(wish.version);
  return elasticObject(part.kind, metadata, { version, count: wish.replicas, ...references });
}

function chooseEdges(
  part: Part,
  targets: readonly Part[],
): { readonly after: string; readonly references: JsonObject } {
  const references = new Map<string, Part>();
  for (const target of targets) {
    const field = referenceField(part, target);
    if (field !== undefined && !references.has(field)) references.set(field, target);
  }
  const referred = new Set(references.values());
  const others = targets.filter((target) => !referred.has(target));
  const fields = [...references].map(([field, { name }]) => [field, { name }] as const);
  return { after: others.map(edgeText).join(", "), references: Object.fromEntries(fields) };
}

function referenceField(from: Part, to: Part): string | undefined {
  const isElasticsearch = to.kind === "Elasticsearch";
  if (from.kind === "Kibana") return isElasticsearch ? "elasticsearchRef" : undefined;
  if (from.kind !== "ApmServer") return undefined;
  if (isElasticsearch) return "elasticsearchRef";
  return to.kind === "Kibana" ? "kibanaRef" : undefined;
}

function edgeText({ kind, name }: Part): string {
  return `${kind}.${GROUPS[kind]}/${name}@lockstep`;
}

function workloadSpec({ name }: Part, wish: Wish): JsonObject {
  return {
    replicas: wish.replicas,
    template: {
      metadata: {
        labels: { app: name },
        annotations: {
          "test.lockstep.dev/ready-after": `${wish.readyMs}ms`,
          "test.lockstep.dev/stops-after": `${wish.stopsMs}ms`,
        },
      },
      spec: { containers: [{ name, image: `${name}:${versionText(wish.version)}` }] },
    },
  };
}
