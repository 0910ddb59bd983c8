import type { JsonObject } from "../../src/core/object/json.ts";
import { compareScenarios } from "./compare-servers.ts";
import { inTurn } from "./in-turn.ts";
import { clusterWide, container, made, only, pod } from "./objects.ts";
import { scenario } from "./scenario.ts";

const PRIORITY = "scheduling.k8s.io/v1";

function classOf(value: number, rest: JsonObject = {}): JsonObject {
  return clusterWide(PRIORITY, "PriorityClass", { value, ...rest });
}

compareScenarios("admission of pods", [
  scenario("a priority class gives its value", async (to) => {
    await to.create(classOf(1000, { preemptionPolicy: "Never", description: "d" }));
    await to.create(pod([container("a")], { priorityClassName: "$ns-wide" }));
    await to.create(
      {
        ...pod([container("a")], { priorityClassName: "system-node-critical" }),
        metadata: { name: "y" },
      },
      { dryRun: "All" },
    );
    await inTurn<JsonObject>(
      [
        { priorityClassName: "none" },
        { priorityClassName: "$ns-wide", priority: 5 },
        { priority: 5 },
        { priority: 0 },
        { priorityClassName: "$ns-wide", preemptionPolicy: "PreemptLowerPriority" },
      ],
      async (spec) => to.create(pod([container("a")], spec), { dryRun: "All" }),
    );
  }),
  scenario("priority classes that are wrong, and changed", async (to) => {
    await inTurn(
      [
        classOf(1_000_000_001),
        classOf(5, { preemptionPolicy: "Odd" }),
        { ...classOf(5), metadata: { name: "system-mine" } },
        clusterWide(PRIORITY, "PriorityClass", {}),
      ],
      async (object) => to.create(object, { dryRun: "All" }),
    );
    await to.create(classOf(5));
    await inTurn<JsonObject>(
      [
        { value: 6 },
        { preemptionPolicy: "Never" },
        { description: "new" },
        { globalDefault: false },
      ],
      async (merge) => to.patch(classOf(5), { merge }),
    );
  }),
  scenario("service accounts", async (to) => {
    await to.create(pod([container("a")], { serviceAccountName: "none" }));
    await to.create(
      made("v1", "ServiceAccount", {
        metadata: { name: "quiet" },
        automountServiceAccountToken: false,
        imagePullSecrets: [{ name: "pull" }],
      }),
    );
    await to.create(pod([container("a")], { serviceAccountName: "quiet" }));
    await to.create({
      ...pod([container("a")], { serviceAccountName: "quiet", automountServiceAccountToken: true }),
      metadata: { name: "y" },
    });
    await to.create({
      ...pod([container("a")], { serviceAccount: "quiet" }),
      metadata: { name: "z" },
    });
  }),
  scenario("tolerations of the pod's own", async (to) => {
    const key = "node.kubernetes.io/not-ready";
    await inTurn<JsonObject>(
      [
        { tolerations: [{ operator: "Exists" }] },
        { tolerations: [{ key, operator: "Exists", effect: "NoExecute", tolerationSeconds: 5 }] },
        { tolerations: [{ key, operator: "Exists" }] },
        { tolerations: [{ key, value: "x", effect: "NoExecute" }] },
      ],
      async (spec) => to.create(pod([container("a")], spec), { dryRun: "All" }),
    );
  }),
  scenario("runtime classes", async (to) => {
    await to.create(pod([container("a")], { runtimeClassName: "none" }));
    await to.create(clusterWide("node.k8s.io/v1", "RuntimeClass", { handler: "runc" }));
    await to.create(pod([container("a")], { runtimeClassName: "$ns-wide" }));
  }),
  scenario("qualities of service", async (to) => {
    const both = { cpu: "1", memory: "1Gi" };
    await inTurn<JsonObject>(
      [
        { requests: both, limits: both },
        { limits: both },
        { requests: { cpu: "1" }, limits: both },
        { requests: { cpu: "1" } },
        { requests: { cpu: "0" } },
        { limits: { cpu: "1" } },
      ],
      async (resources) => to.create(pod([container("a", { resources })]), { dryRun: "All" }),
    );
  }),
  scenario("gates and what a waiting pod may change", async (to) => {
    await to.create(pod([container("a")], { schedulingGates: [{ name: "example.com/wait" }] }));
    await inTurn<JsonObject>(
      [
        { nodeSelector: { a: "b" } },
        { schedulingGates: [{ name: "example.com/wait" }, { name: "example.com/more" }] },
        { schedulingGates: null },
        { nodeSelector: { a: "b", c: "d" } },
      ],
      async (spec) => to.patch(pod([]), { merge: { spec } }),
    );
  }),
  scenario("what of a pod may change", async (to) => {
    await to.create(pod([container("a"), container("b")]));
    await inTurn<JsonObject>(
      [
        { activeDeadlineSeconds: 50 },
        { activeDeadlineSeconds: 60 },
        { tolerations: [{ key: "mine", operator: "Exists" }] },
        { terminationGracePeriodSeconds: 5 },
        { containers: [container("a")] },
        { hostname: "h" },
        { serviceAccountName: "other" },
      ],
      async (spec) => to.patch(pod([]), { merge: { spec } }),
    );
    await to.patch(pod([]), { strategic: { spec: { containers: [{ name: "a", image: "" }] } } });
    await to.patch(pod([]), {
      strategic: { spec: { tolerations: [{ key: "mine", operator: "Exists" }] } },
    });
  }),
  scenario("statuses and conditions of a pod", async (to) => {
    await to.create(pod([container("a")], { nodeName: "n" }));
    await inTurn<JsonObject>(
      [
        { phase: "Running", podIP: "10.1.1.1", startTime: "2024-01-01T00:00:00Z" },
        { podIPs: [{ ip: "10.1.1.1" }] },
        { podIPs: [{ ip: "10.1.1.1" }, { ip: "fd00::1" }] },
        {
          containerStatuses: [
            {
              name: "a",
              image: "a",
              imageID: "",
              restartCount: 0,
              ready: true,
              state: { running: { startedAt: "2024-01-01T00:00:00Z" } },
            },
          ],
        },
        { conditions: [{ type: "Ready", status: "True", observedGeneration: 1 }] },
        { nominatedNodeName: "m" },
      ],
      async (status) =>
        to.patch(pod([]), { strategic: { status } }, { subresource: "status", as: "kubelet" }),
    );
    await to.apply(
      only(pod([]), { status: { conditions: [{ type: "Mine", status: "True" }] } }),
      { as: "gate" },
      "status",
    );
  }),
]);
