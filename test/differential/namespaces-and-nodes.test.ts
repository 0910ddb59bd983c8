import type { JsonObject } from "../../src/core/object/json.ts";
import { compareScenarios } from "./compare-servers.ts";
import { inTurn } from "./in-turn.ts";
import { clusterWide, configMap, container, made, only, pod } from "./objects.ts";
import { scenario } from "./scenario.ts";

const NODE = clusterWide("v1", "Node", {});
const SPACE = clusterWide("v1", "Namespace", {});

compareScenarios("namespaces, nodes and reviews", [
  scenario("a namespace's labels and finalizers", async (to) => {
    await to.create({ ...SPACE, metadata: { name: "$ns-wide", labels: { a: "1" } } });
    await to.patch(SPACE, { merge: { metadata: { labels: null } } });
    await to.patch(SPACE, {
      merge: { metadata: { labels: { "kubernetes.io/metadata.name": "other" } } },
    });
    await to.patch(SPACE, { merge: { spec: { finalizers: ["example.com/a"] } } });
    await to.patch(SPACE, { merge: { status: { phase: "Terminating" } } });
    await to.apply(only(SPACE, { metadata: { name: "$ns-wide", labels: { b: "2" } } }), {
      as: "bob",
    });
  }),
  scenario("a namespace is finalized", async (to) => {
    await to.create(SPACE);
    await to.create({ ...configMap({}), metadata: { name: "in", namespace: "$ns-wide" } });
    await to.send({
      method: "PUT",
      path: "/api/v1/namespaces/$ns-wide/finalize",
      body: { ...SPACE, spec: { finalizers: ["kubernetes", "example.com/a"] } },
    });
    await to.delete(SPACE);
    await to.send({
      method: "PUT",
      path: "/api/v1/namespaces/$ns-wide/finalize",
      body: { ...SPACE, spec: { finalizers: ["example.com/a"] } },
    });
    await to.send({
      method: "PUT",
      path: "/api/v1/namespaces/$ns-wide/finalize",
      body: { ...SPACE, spec: {} },
    });
    await to.get(SPACE);
  }),
  scenario("namespaces that stay", async (to) => {
    await inTurn(["default", "kube-system", "kube-public"], async (name) =>
      to.send({ method: "DELETE", path: `/api/v1/namespaces/${name}?dryRun=All` }),
    );
    await to.send({ method: "DELETE", path: "/api/v1/namespaces/nowhere" });
  }),
  scenario("a node is cordoned and tainted", async (to) => {
    await to.create({ ...NODE, spec: { podCIDR: "10.9.0.0/24", taints: [] } }, { as: "alice" });
    await inTurn<JsonObject>(
      [
        { unschedulable: true },
        { taints: [{ key: "a", effect: "NoSchedule" }] },
        { taints: [{ key: "a", effect: "Odd" }] },
        {
          taints: [
            { key: "a", effect: "NoExecute" },
            { key: "a", effect: "NoExecute" },
          ],
        },
        { podCIDR: "10.8.0.0/24" },
        { providerID: "x" },
        { providerID: "y" },
      ],
      async (spec) => to.patch(NODE, { merge: { spec } }, { as: "bob" }),
    );
  }),
  scenario("a node's status", async (to) => {
    await to.create(NODE);
    await to.patch(
      NODE,
      {
        strategic: {
          status: {
            capacity: { cpu: "4", memory: "8Gi" },
            conditions: [{ type: "Ready", status: "True", reason: "R", message: "m" }],
            addresses: [{ type: "Hostname", address: "h" }],
          },
        },
      },
      { subresource: "status", as: "kubelet" },
    );
    await to.patch(
      NODE,
      {
        strategic: {
          status: { conditions: [{ type: "Ready", status: "False" }] },
          spec: { unschedulable: true },
        },
      },
      { subresource: "status", as: "kubelet" },
    );
    await to.send({ method: "GET", path: "/api/v1/nodes?fieldSelector=metadata.name%3D$ns-wide" });
  }),
  scenario("an eviction", async (to) => {
    const eviction = made("policy/v1", "Eviction", {});
    const path = "/api/v1/namespaces/$ns/pods/x/eviction";
    await to.send({ method: "POST", path, body: eviction });
    await to.create({ ...pod([container("a")]), metadata: { name: "x", labels: { app: "x" } } });
    await to.send({
      method: "POST",
      path,
      body: { ...eviction, deleteOptions: { dryRun: ["All"] } },
    });
    await to.send({ method: "POST", path, body: { ...eviction, metadata: { name: "y" } } });
    await to.send({ method: "POST", path, body: eviction });
    await to.get(pod([]));
  }),
  scenario("what may be done", async (to) => {
    await to.send({
      method: "POST",
      path: "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
      body: {
        apiVersion: "authorization.k8s.io/v1",
        kind: "SelfSubjectAccessReview",
        spec: { resourceAttributes: { verb: "get", resource: "pods", namespace: "$ns" } },
      },
    });
    await to.send({
      method: "POST",
      path: "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
      body: {
        apiVersion: "authorization.k8s.io/v1",
        kind: "SelfSubjectAccessReview",
        spec: {},
      },
    });
    await to.send({
      method: "GET",
      path: "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
    });
  }),
]);
