import { describe, expect, test } from "vitest";
import { findLiveEdges } from "../../../../src/core/graph/find-live-edges.ts";
import type { Manifest } from "../../../../src/core/manifest/manifest.ts";
import { briefEdge, manifest } from "../../../support/graph-builders.ts";

const ES = "Elasticsearch.elasticsearch.k8s.elastic.co/es";
const KB = "Kibana.kibana.k8s.elastic.co/kb";

/** The edges of a live Kibana that refers to `es`, where Git wants `manifests`. */
function liveEdges(manifests: readonly Manifest[]): string[] {
  const live = manifest("Kibana/n/kb", {
    spec: "{elasticsearchRef: {name: es}}",
    after: "ConfigMap/x",
  });
  return findLiveEdges([live], { manifests, associations: [] }).map(briefEdge);
}

describe("findLiveEdges", () => {
  const edge = "Kibana/n/kb → Elasticsearch/n/es [lockstep] association:spec.elasticsearchRef";
  test.each<[string, Manifest[], string[]]>([
    ["of an orphan", [], [edge]],
    [
      "of an object whose reference Git removed",
      [manifest("Kibana/n/kb"), manifest("Elasticsearch/n/es")],
      [edge],
    ],
    ["not when Git switches it off", [manifest("Kibana/n/kb", { after: `${ES}@none` })], []],
    ["not when Git turns it round", [manifest("Elasticsearch/n/es", { after: KB })], []],
  ])("%s", (_, manifests, edges) => {
    expect(liveEdges(manifests)).toEqual(edges);
  });

  test("live objects that break the rules say nothing", () => {
    const live = manifest("Kibana/n/kb", { spec: "{elasticsearchRef: {namespace: n}}" });
    expect(findLiveEdges([live], { manifests: [], associations: [] })).toEqual([]);
  });
});
