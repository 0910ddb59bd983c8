import { type JsonObject, textAt } from "../../src/core/object/json.ts";
import { compareScenarios } from "./compare-servers.ts";
import { inTurn } from "./in-turn.ts";
import {
  configMap,
  container,
  deployment,
  job,
  made,
  pod,
  secret,
  service,
  workload,
} from "./objects.ts";
import { type Scenario, scenario } from "./scenario.ts";

const RBAC = "rbac.authorization.k8s.io/v1";
const RULE = { apiGroups: [""], resources: ["pods"], verbs: ["get"] };
const ROLE_REF = { kind: "Role", name: "x", apiGroup: "rbac.authorization.k8s.io" };
const OTHER_UID = "01234567-89ab-cdef-0123-456789abcdef";

const OBJECTS: readonly JsonObject[] = [
  configMap({ a: "1" }),
  secret({ a: "YQ==" }),
  service([{ port: 80 }]),
  pod([container("a")]),
  deployment(),
  workload("StatefulSet", { serviceName: "x" }),
  workload("DaemonSet"),
  job(),
  made("v1", "Endpoints", {}),
  made("v1", "ServiceAccount", {}),
  made("v1", "LimitRange", { spec: { limits: [{ type: "Pod", max: { cpu: "2" } }] } }),
  made("v1", "ResourceQuota", { spec: {} }),
  made("coordination.k8s.io/v1", "Lease", { spec: {} }),
  made("networking.k8s.io/v1", "NetworkPolicy", { spec: { podSelector: {} } }),
  made(RBAC, "Role", { rules: [RULE] }),
  made(RBAC, "RoleBinding", { roleRef: ROLE_REF, subjects: [] }),
  made("policy/v1", "PodDisruptionBudget", { spec: { minAvailable: 1 } }),
];

/** What a PUT does where there is nothing yet, and without a version where there is something. */
function put(object: JsonObject): Scenario {
  return scenario(`a PUT of a ${textAt(object, "kind") ?? ""}`, async (to) => {
    const old = { ...object, metadata: { name: "x", resourceVersion: "7" } };
    await to.update(old, { as: "alice" });
    await to.update({ ...object, metadata: { name: "x", uid: OTHER_UID } }, { as: "alice" });
    await to.update(object, { as: "alice", dryRun: "All" });
    await to.update(object, { as: "alice" });
    await to.create(object, { as: "bob" });
    await to.update({ ...object, metadata: { name: "x", labels: { a: "1" } } }, { as: "bob" });
  });
}

compareScenarios("puts", [
  ...OBJECTS.map(put),
  scenario("a PUT without a name, and with another", async (to) => {
    const path = "/api/v1/namespaces/$ns/endpoints/x";
    await inTurn<JsonObject>(
      [{}, { name: "y" }, { name: "x", namespace: "y" }, { generateName: "x" }],
      async (metadata) =>
        to.send({ method: "PUT", path, body: { apiVersion: "v1", kind: "Endpoints", metadata } }),
    );
  }),
]);
