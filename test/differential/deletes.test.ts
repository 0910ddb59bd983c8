import { resourceVersionOf, uidOf } from "../../src/core/object/live-object.ts";
import { compareScenarios } from "./compare-servers.ts";
import { configMap, container, deployment, pod, workload } from "./objects.ts";
import { scenario } from "./scenario.ts";

const X = configMap({});
const OTHER_UID = "01234567-89ab-cdef-0123-456789abcdef";

compareScenarios("deletes", [
  scenario("a ConfigMap is gone at once", async (to) => {
    await to.create(X);
    await to.delete(X);
    await to.get(X);
    await to.delete(X);
  }),
  scenario("with the right uid and version", async (to) => {
    const made = await to.create(X);
    await to.delete(X, {
      preconditions: { uid: uidOf(made), resourceVersion: resourceVersionOf(made) },
    });
  }),
  scenario("with another uid", async (to) => {
    await to.create(X);
    await to.delete(X, { preconditions: { uid: OTHER_UID } });
    await to.get(X);
  }),
  scenario("with an old version", async (to) => {
    const made = await to.create(X);
    await to.patch(X, { merge: { data: { a: "1" } } });
    await to.delete(X, { preconditions: { resourceVersion: resourceVersionOf(made) } });
  }),
  scenario("a finalizer keeps it", async (to) => {
    await to.create(configMap({}, { finalizers: ["example.com/a", "example.com/b"] }));
    await to.delete(X);
    await to.get(X);
    await to.delete(X);
    await to.patch(X, { merge: { data: { a: "1" } } });
    await to.patch(X, { merge: { metadata: { finalizers: ["example.com/b"] } } });
    await to.patch(X, {
      merge: { metadata: { finalizers: ["example.com/b", "example.com/new"] } },
    });
    await to.patch(X, { merge: { metadata: { finalizers: null } } });
    await to.get(X);
  }),
  scenario("an apply of a terminating object", async (to) => {
    await to.apply(configMap({ a: "1" }, { finalizers: ["example.com/a"] }), { as: "alice" });
    await to.delete(X);
    await to.apply(configMap({ a: "2" }, { finalizers: ["example.com/a"] }), { as: "alice" });
    await to.apply(configMap({ a: "3" }), { as: "alice" });
    await to.get(X);
  }),
  scenario("a dry run deletes nothing", async (to) => {
    await to.create(X);
    await to.delete(X, { dryRun: ["All"] });
    await to.delete(X, undefined, { dryRun: "All" });
    await to.get(X);
  }),
  scenario("a Deployment in the background", async (to) => {
    await to.create(deployment());
    await to.delete(deployment(), { propagationPolicy: "Background" });
    await to.get(deployment());
  }),
  scenario("a Deployment in the foreground", async (to) => {
    await to.create(deployment());
    await to.delete(deployment(), { propagationPolicy: "Foreground" });
    await to.get(deployment());
  }),
  scenario("a Deployment, leaving orphans", async (to) => {
    await to.create(deployment());
    await to.delete(deployment(), { propagationPolicy: "Orphan" });
    await to.get(deployment());
    await to.delete(deployment(), { propagationPolicy: "Foreground" });
  }),
  scenario("orphanDependents of old", async (to) => {
    await to.create(workload("ReplicaSet"));
    await to.delete(workload("ReplicaSet"), { orphanDependents: true });
    await to.delete(workload("ReplicaSet"), {
      orphanDependents: true,
      propagationPolicy: "Foreground",
    });
  }),
  scenario("options that are wrong", async (to) => {
    await to.create(X);
    await to.delete(X, { propagationPolicy: "Sideways" });
    await to.delete(X, { gracePeriodSeconds: -1 });
    await to.delete(X, { dryRun: ["Some"] });
    await to.delete(X, undefined, { propagationPolicy: "Sideways" });
    await to.delete(X, undefined, { gracePeriodSeconds: "soon" });
  }),
  scenario("a pod without a node is gone at once", async (to) => {
    await to.create(pod([container("a")]));
    await to.delete(pod([]));
    await to.get(pod([]));
  }),
  scenario("a pod on a node has its grace period", async (to) => {
    await to.create(pod([container("a")], { nodeName: "n" }));
    await to.delete(pod([]));
    await to.delete(pod([]), { gracePeriodSeconds: 5 });
    await to.delete(pod([]), { gracePeriodSeconds: 0 });
    await to.get(pod([]));
  }),
  scenario("a collection by label", async (to) => {
    await to.create(configMap({}, { name: "a", labels: { app: "x" } }));
    await to.create(
      configMap({}, { name: "b", labels: { app: "x" }, finalizers: ["example.com/a"] }),
    );
    await to.create(configMap({}, { name: "c" }));
    await to.send({
      method: "DELETE",
      path: "/api/v1/namespaces/$ns/configmaps?labelSelector=app%3Dx",
    });
    await to.send({ method: "GET", path: "/api/v1/namespaces/$ns/configmaps" });
  }),
  scenario("a namespace starts to terminate", async (to) => {
    await to.send({
      method: "POST",
      path: "/api/v1/namespaces",
      body: { apiVersion: "v1", kind: "Namespace", metadata: { name: "$ns-2" } },
    });
    await to.send({ method: "DELETE", path: "/api/v1/namespaces/$ns-2" });
    await to.send({ method: "POST", path: "/api/v1/namespaces/$ns-2/configmaps", body: X });
    await to.send({ method: "GET", path: "/api/v1/namespaces/$ns-2" });
    await to.send({ method: "DELETE", path: "/api/v1/namespaces/$ns-2" });
  }),
  scenario("recreating has a new uid", async (to) => {
    await to.create(X);
    await to.delete(X);
    await to.create(X);
  }),
]);
