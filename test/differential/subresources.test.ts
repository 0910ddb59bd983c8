import type { JsonObject } from "../../src/core/object/json.ts";
import { resourceVersionOf } from "../../src/core/object/live-object.ts";
import { compareScenarios } from "./compare-servers.ts";
import { inTurn } from "./in-turn.ts";
import { configMap, container, deployment, job, only, pod, service, workload } from "./objects.ts";
import { scenario } from "./scenario.ts";

const WEB = deployment([container("web")], { spec: { replicas: 2 } });
const CONDITION = {
  type: "Available",
  status: "True",
  reason: "R",
  message: "m",
  lastUpdateTime: "2024-01-01T00:00:00Z",
  lastTransitionTime: "2024-01-01T00:00:00Z",
};

function scaleOf(replicas: number): JsonObject {
  return {
    apiVersion: "autoscaling/v1",
    kind: "Scale",
    metadata: { name: "x", namespace: "$ns" },
    spec: { replicas },
  };
}

const SCALE = "/apis/apps/v1/namespaces/$ns/deployments/x/scale";

compareScenarios("subresources and generation", [
  scenario("a status is ignored on create", async (to) => {
    await to.create({ ...WEB, status: { replicas: 7 } }, { as: "alice" });
    await to.create({ ...pod([container("a")]), status: { phase: "Running" } }, { as: "alice" });
  }),
  scenario("a status is ignored on update", async (to) => {
    const made = await to.create(WEB, { as: "alice" });
    await to.update({ ...made, status: { replicas: 7 } }, { as: "bob" });
    await to.patch(WEB, { merge: { status: { replicas: 7 } } }, { as: "bob" });
    await to.apply(only(WEB, { status: { replicas: 7 } }), { as: "carol" });
  }),
  scenario("a status by its subresource", async (to) => {
    const made = await to.create(WEB, { as: "alice" });
    const status = { replicas: 2, observedGeneration: 1, conditions: [CONDITION] };
    await to.update({ ...made, status }, { as: "controller" }, "status");
    await to.get(WEB, {}, "status");
    await to.patch(
      WEB,
      { merge: { status: { replicas: 3 } } },
      { as: "other", subresource: "status" },
    );
  }),
  scenario("the rest is ignored by the status subresource", async (to) => {
    const made = await to.create(WEB, { as: "alice" });
    await to.update(
      { ...made, spec: deployment([container("other")])["spec"] ?? {}, status: { replicas: 2 } },
      { as: "controller" },
      "status",
    );
    await to.patch(
      WEB,
      {
        merge: {
          metadata: { labels: { a: "1" } },
          spec: { replicas: 9 },
          status: { readyReplicas: 1 },
        },
      },
      { as: "controller", subresource: "status" },
    );
    await to.get(WEB);
  }),
  scenario("the first apply is to the status of a pod that goes away", async (to) => {
    const held = { name: "x", finalizers: ["example.com/a"] };
    await to.create({ ...pod([container("a")]), metadata: held }, { as: "alice" });
    await to.patch(pod([]), { merge: { metadata: { managedFields: [{}] } } });
    await to.delete(pod([]));
    const conditions = [{ type: "Ready", status: "True" }];
    await to.apply(only(pod([]), { status: { conditions } }), { as: "bob" }, "status");
  }),
  scenario("statuses that are wrong", async (to) => {
    const kinds = ["Deployment", "StatefulSet", "ReplicaSet"];
    await inTurn(kinds, async (kind) => to.create(workload(kind)));
    await inTurn<JsonObject>(
      [
        { replicas: -1 },
        { replicas: 1, readyReplicas: 2, availableReplicas: 3 },
        { replicas: 3, readyReplicas: 1, availableReplicas: 2 },
        { replicas: 1, updatedReplicas: 2, fullyLabeledReplicas: 2 },
        { observedGeneration: -1 },
      ],
      async (status) =>
        inTurn(kinds, async (kind) =>
          to.patch(workload(kind), { merge: { status } }, { subresource: "status" }),
        ),
    );
  }),
  scenario("a status update with an old version", async (to) => {
    const made = await to.create(WEB, { as: "alice" });
    await to.patch(WEB, { merge: { spec: { replicas: 3 } } });
    await to.update({ ...made, status: { replicas: 2 } }, { as: "controller" }, "status");
  }),
  scenario("apply to the status", async (to) => {
    await to.create(WEB, { as: "alice" });
    await to.apply(only(WEB, { status: { replicas: 2 } }), { as: "controller" }, "status");
    await to.apply(only(WEB, { status: { replicas: 3 } }), { as: "other" }, "status");
    await to.apply(
      only(WEB, { spec: { replicas: 5 }, status: { readyReplicas: 3 } }),
      { as: "other" },
      "status",
    );
    await to.apply(only(WEB, {}), { as: "other" }, "status");
  }),
  scenario("apply to the status of an object that is not there", async (to) => {
    await to.apply(only(WEB, { status: { replicas: 2 } }), { as: "controller" }, "status");
  }),
  scenario("a status of a kind without one", async (to) => {
    await to.create(configMap({}));
    await to.get(configMap({}), {}, "status");
    await to.patch(configMap({}), { merge: {} }, { subresource: "status" });
  }),
  scenario("the scale of a Deployment", async (to) => {
    await to.create(WEB, { as: "alice" });
    await to.send({ method: "GET", path: SCALE });
    await to.send({ method: "PUT", path: `${SCALE}?fieldManager=scaler`, body: scaleOf(5) });
    await to.send({
      method: "PATCH",
      path: `${SCALE}?fieldManager=scaler`,
      body: { spec: { replicas: 6 } },
      contentType: "application/merge-patch+json",
    });
    await to.get(WEB);
  }),
  scenario("the scale with an old version", async (to) => {
    const made = await to.create(WEB, { as: "alice" });
    await to.patch(WEB, { merge: { metadata: { labels: { a: "1" } } } });
    const body = {
      ...scaleOf(5),
      metadata: { name: "x", namespace: "$ns", resourceVersion: resourceVersionOf(made) },
    };
    await to.send({ method: "PUT", path: SCALE, body });
  }),
  scenario("a negative scale", async (to) => {
    await to.create(WEB, { as: "alice" });
    await to.send({ method: "PUT", path: SCALE, body: scaleOf(-1) });
  }),
  scenario("scale by apply", async (to) => {
    await to.apply(WEB, { as: "alice" });
    await to.send({
      method: "PATCH",
      path: `${SCALE}?fieldManager=scaler`,
      body: scaleOf(5),
      contentType: "application/apply-patch+yaml",
    });
    await to.send({
      method: "PATCH",
      path: `${SCALE}?fieldManager=scaler&force=true`,
      body: scaleOf(5),
      contentType: "application/apply-patch+yaml",
    });
    await to.apply(deployment(), { as: "alice" });
    await to.apply(WEB, { as: "alice" });
  }),
  scenario("the scale of a StatefulSet and a ReplicaSet", async (to) => {
    await to.create(workload("StatefulSet", { serviceName: "x", replicas: 1 }));
    await to.create(workload("ReplicaSet", { replicas: 1 }));
    await to.send({
      method: "PUT",
      path: "/apis/apps/v1/namespaces/$ns/statefulsets/x/scale",
      body: scaleOf(2),
    });
    await to.send({
      method: "PUT",
      path: "/apis/apps/v1/namespaces/$ns/replicasets/x/scale",
      body: scaleOf(2),
    });
  }),
  scenario("the scale of a kind without one", async (to) => {
    await to.create(workload("DaemonSet"));
    await to.send({ method: "GET", path: "/apis/apps/v1/namespaces/$ns/daemonsets/x/scale" });
  }),
  scenario("generation of a Deployment", async (to) => {
    await to.create(WEB);
    await to.patch(WEB, { merge: { spec: { replicas: 3 } } });
    await to.patch(WEB, { merge: { spec: { replicas: 3 } } });
    await to.patch(WEB, { merge: { metadata: { labels: { a: "1" } } } });
    await to.patch(WEB, { merge: { metadata: { annotations: { a: "1" } } } });
    await to.patch(WEB, { merge: { status: { replicas: 3 } } }, { subresource: "status" });
    await to.patch(WEB, { merge: { metadata: { generation: 99 } } });
  }),
  scenario("generation of other workloads", async (to) => {
    for (const kind of ["StatefulSet", "DaemonSet", "ReplicaSet"]) {
      const object = workload(kind, kind === "StatefulSet" ? { serviceName: "x" } : {});
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await to.create(object);
      // oxlint-disable-next-line no-await-in-loop -- as above
      await to.patch(object, { merge: { metadata: { annotations: { a: "1" } } } });
      // oxlint-disable-next-line no-await-in-loop -- as above
      await to.patch(object, { merge: { spec: { minReadySeconds: 1 } } });
    }
  }),
  scenario("generation of Jobs and Services", async (to) => {
    await to.create(job());
    await to.patch(job(), { merge: { spec: { suspend: true } } });
    await to.create(service([{ port: 80 }]));
    await to.patch(service([]), { merge: { spec: { sessionAffinity: "ClientIP" } } });
    await to.create(configMap({}));
    await to.patch(configMap({}), { merge: { data: { a: "1" } } });
  }),
  scenario("a pod's generation and status", async (to) => {
    await to.create(pod([container("a")]), { as: "alice" });
    await to.patch(
      pod([]),
      {
        strategic: {
          status: { phase: "Running", conditions: [{ type: "Ready", status: "True" }] },
        },
      },
      { as: "kubelet", subresource: "status" },
    );
    await to.patch(pod([]), { merge: { metadata: { labels: { a: "1" } } } });
  }),
  scenario("a subresource that does not exist", async (to) => {
    await to.create(WEB);
    await to.get(WEB, {}, "nonsense");
    await to.patch(WEB, { merge: {} }, { subresource: "nonsense" });
  }),
  scenario("binding a pod to a node", async (to) => {
    await to.create(pod([container("a")]), { as: "alice" });
    const binding = {
      apiVersion: "v1",
      kind: "Binding",
      metadata: { name: "x" },
      target: { kind: "Node", name: "n" },
    };
    await to.send({ method: "POST", path: "/api/v1/namespaces/$ns/pods/x/binding", body: binding });
    await to.get(pod([]));
    await to.send({ method: "POST", path: "/api/v1/namespaces/$ns/pods/x/binding", body: binding });
  }),
]);
