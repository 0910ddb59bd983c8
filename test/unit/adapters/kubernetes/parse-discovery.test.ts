import { expect, test } from "vitest";
import {
  type DiscoveredKind,
  indexKinds,
  parseAggregated,
  parseGroupList,
  parseResourceList,
} from "../../../../src/adapters/kubernetes/parse-discovery.ts";

test("an aggregated document: groups, versions in the server's order, subresources", () => {
  const deployments = {
    resource: "deployments",
    responseKind: { group: "", version: "", kind: "Deployment" },
    scope: "Namespaced",
    subresources: [{ subresource: "scale" }, { subresource: "status" }],
  };
  const scales = {
    resource: "horizontalpodautoscalers",
    responseKind: { kind: "HorizontalPodAutoscaler" },
    scope: "Namespaced",
  };
  const kinds = parseAggregated({
    kind: "APIGroupDiscoveryList",
    items: [
      { metadata: { name: "apps" }, versions: [{ version: "v1", resources: [deployments] }] },
      {
        metadata: { name: "autoscaling" },
        versions: [
          { version: "v2", resources: [scales] },
          { version: "v1", resources: [scales] },
        ],
      },
    ],
  });
  expect(kinds?.map(brief)).toEqual([
    "apps/v1 Deployment deployments namespaced status",
    "autoscaling/v2 HorizontalPodAutoscaler horizontalpodautoscalers namespaced",
    "autoscaling/v1 HorizontalPodAutoscaler horizontalpodautoscalers namespaced",
  ]);
  const index = indexKinds(kinds ?? []);
  expect(index.get("HorizontalPodAutoscaler.autoscaling")?.map((each) => each.version)).toEqual([
    "v2",
    "v1",
  ]);
});

test("an older server's answer is not taken for an empty one", () => {
  expect(parseAggregated({ kind: "APIGroupList", groups: [] })).toBeUndefined();
});

test("a resource list: a status subresource is a resource of its own there", () => {
  const resources = [
    { name: "nodes", kind: "Node", namespaced: false },
    { name: "nodes/status", kind: "Node", namespaced: false },
    { name: "secrets", kind: "Secret", namespaced: true },
  ];
  expect(parseResourceList({ resources }, { group: "", version: "v1" }).map(brief)).toEqual([
    "v1 Node nodes cluster status",
    "v1 Secret secrets namespaced",
  ]);
});

test("a group list: the preferred version comes first", () => {
  const versions = [{ version: "v1beta1" }, { version: "v2" }, { version: "v1" }];
  const groups = [{ name: "batch", versions, preferredVersion: { version: "v1" } }];
  expect(parseGroupList({ groups }).map((each) => `${each.group}/${each.version}`)).toEqual([
    "batch/v1",
    "batch/v1beta1",
    "batch/v2",
  ]);
});

function brief(kind: DiscoveredKind): string {
  return [
    kind.group === "" ? kind.version : `${kind.group}/${kind.version}`,
    kind.kind,
    kind.plural,
    kind.isNamespaced ? "namespaced" : "cluster",
    ...(kind.hasStatusSubresource ? ["status"] : []),
  ].join(" ");
}
