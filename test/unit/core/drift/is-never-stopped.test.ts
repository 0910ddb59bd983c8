import { expect, test } from "vitest";
import { isNeverStopped } from "../../../../src/core/drift/is-never-stopped.ts";
import type { Json } from "../../../../src/core/object/json.ts";
import { idFrom } from "../../../support/graph-builders.ts";

const POD = "/spec/template/spec";

test.each<{
  readonly id: string;
  readonly path: string;
  readonly live?: Json;
  readonly desired?: Json;
  readonly never: boolean;
}>([
  { id: "Role.rbac.authorization.k8s.io/shop/a", path: "/rules", never: true },
  { id: "ClusterRoleBinding.rbac.authorization.k8s.io/a", path: "", never: true },
  { id: "ValidatingAdmissionPolicy.admissionregistration.k8s.io/a", path: "/spec", never: true },
  {
    id: "MutatingWebhookConfiguration.admissionregistration.k8s.io/a",
    path: "/metadata/labels/x",
    never: true,
  },
  { id: "NetworkPolicy.networking.k8s.io/shop/a", path: "/spec/ingress", never: true },
  { id: "CiliumNetworkPolicy.cilium.io/shop/a", path: "/spec/egress", never: true },
  { id: "Deployment.apps/shop/a", path: `${POD}/containers/[name=web]/image`, never: true },
  { id: "Deployment.apps/shop/a", path: `${POD}/securityContext/runAsUser`, never: true },
  {
    id: "CronJob.batch/shop/a",
    path: "/spec/jobTemplate/spec/template/spec/initContainers/[name=web]/securityContext",
    never: true,
  },
  {
    id: "Deployment.apps/shop/a",
    path: `${POD}/containers/[name=miner]`,
    live: { name: "miner", image: "miner:1" },
    never: true,
  },
  {
    id: "Elasticsearch.elasticsearch.k8s.elastic.co/shop/a",
    path: "/spec/nodeSets",
    desired: [{ podTemplate: { spec: { containers: [{ securityContext: {} }] } } }],
    never: true,
  },
  { id: "Deployment.apps/shop/a", path: "/spec/replicas", live: 5, never: false },
  { id: "Deployment.apps/shop/a", path: "", never: false },
  { id: "ConfigMap/shop/a", path: "/data/image", live: "x", never: false },
  { id: "ConfigMap/shop/a", path: "/data", live: { image: "x" }, never: false },
  { id: "Deployment.apps/shop/a", path: "/metadata/labels/image", live: "x", never: false },
])("$id $path: $never", ({ id, path, live, desired, never }) => {
  expect(isNeverStopped({ id: idFrom(id), path, live, desired })).toBe(never);
});
