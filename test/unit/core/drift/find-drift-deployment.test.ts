import { describe, expect, test } from "vitest";
import {
  allowing,
  briefDrift,
  driftLines,
  findGivenDrift,
  movedPaths,
  ownershipRules,
} from "../../../support/drift-finding.ts";
import { foreignDeployment } from "../../../support/foreign-deployment.ts";

describe("findDrift on a Deployment that others wrote to (from kube-apiserver 1.34)", () => {
  const web = {
    id: { group: "apps", kind: "Deployment", namespace: "shop", name: "web" },
    live: foreignDeployment("live"),
    intent: foreignDeployment("intent"),
    clean: foreignDeployment("clean"),
  };
  const container = "/spec/template/spec/containers/[name=web]";
  const probe = `{"httpGet":{"path":"/","port":80,"scheme":"HTTP"},"timeoutSeconds":1,"periodSeconds":10,"successThreshold":1,"failureThreshold":3}`;
  const init = `{"name":"init","image":"i:1","resources":{},"terminationMessagePath":"/dev/termination-log","terminationMessagePolicy":"File","imagePullPolicy":"IfNotPresent"}`;
  const all = [
    `added /metadata/annotations/note - → "x" by kubectl-edit/Update (recorded) !`,
    `added /metadata/labels/x - → "y" by team-x/Apply (unknown) !`,
    `changed /spec/replicas 2 → 5 by kubectl/Update (recorded)`,
    `added /spec/template/metadata/annotations/a - → "b" by kubectl-edit/Update (recorded) !`,
    `added /spec/template/spec/affinity - → {"nodeAffinity":{}} by team-x/Apply (unknown) !`,
    `coowned ${container} - → - by team-x/Apply (recorded) !`,
    `changed ${container}/args ["a","b"] → ["c"] by team-x/Apply (unknown)`,
    `added ${container}/env/[name=B] - → {"name":"B","value":"2"} by kubectl-edit/Update (recorded) !`,
    `changed ${container}/image "nginx:1" → "nginx:2" by team-x/Apply (unknown)`,
    `added ${container}/livenessProbe - → ${probe} by kubectl-edit/Update (recorded) !`,
    `added ${container}/readinessProbe/httpGet/port - → 81 by team-x/Apply (unknown) !`,
    `added ${container}/securityContext - → {"runAsUser":1} by kubectl-edit/Update (recorded) !`,
    `added ${container}/volumeMounts/[mountPath=~1c] - → {"name":"cfg","mountPath":"/c"} by kubectl-edit/Update (recorded) !`,
    `added /spec/template/spec/initContainers/[name=init] - → ${init} by team-x/Apply (unknown) !`,
    `added /spec/template/spec/tolerations - → [{"key":"k","operator":"Exists"}] by team-x/Apply (unknown) !`,
    `added /spec/template/spec/volumes/[name=cfg] - → {"name":"cfg","configMap":{"name":"c","defaultMode":420}} by kubectl-edit/Update (recorded) !`,
  ];

  test("with the server's judgement: each change once, at the place that a person would name", () => {
    expect(driftLines({ ...web, applied: foreignDeployment("applied") })).toEqual(all);
  });

  test("without it (dry run refused) the same, from ownership and raw values", () => {
    expect(driftLines(web)).toEqual(all);
  });

  test("an item moves with its container lists, the restart mark stays with who wrote it", () => {
    const added = findGivenDrift(web).found.filter(({ drift }) => drift.class === "added");
    const moved = movedPaths(added);
    expect(moved).toContain("/spec/template/spec/volumes");
    expect(moved).toContain("/spec/template/spec/volumes/[name=cfg]/configMap/defaultMode");
    expect(moved.filter((path) => path.includes("restartedAt"))).toEqual([]);
    expect(moved).not.toContain("/spec/template/metadata/annotations");
  });

  test("what the user lists under revert is taken back: the restart mark", () => {
    const revert = ["/spec/template/metadata/annotations/kubectl.kubernetes.io~1restartedAt"];
    expect(driftLines({ ...web, neverTouched: { revert, labels: [] } })).toContain(
      `added ${revert[0]} - → "2026" by kubectl-edit/Update (recorded) !`,
    );
  });

  test("what an allow rule or a release covers is no drift; a value of Git's that it covers is listed apart", () => {
    const found = findGivenDrift({
      ...web,
      applied: foreignDeployment("applied"),
      rules: ownershipRules(
        allowing("kubectl-edit"),
        allowing("kubectl"),
        allowing("team-x", [`${container}/image`]),
      ),
      released: ["/metadata/labels", "/spec/template/spec/*", `${container}/args`].map((path) => ({
        kind: "pattern",
        path,
        by: "controller",
        holder: "",
      })),
    });
    expect(found.found.map(briefDrift)).toEqual([]);
    expect(found.allowed.map(({ drift: { path, manager } }) => `${path} ${manager}`)).toEqual([
      "/spec/replicas kubectl",
    ]);
  });
});
