import { describe, expect, test } from "vitest";
import type { PodTemplates } from "../../../../src/core/graph/find-pod-specs.ts";
import { findStructureEdges } from "../../../../src/core/graph/find-structure-edges.ts";
import { indexObjects } from "../../../../src/core/graph/object-set.ts";
import { objectKey } from "../../../../src/core/object/object-id.ts";
import { briefEdge, graphObject } from "../../../support/graph-builders.ts";
import { parseTable } from "../../../support/parse-table.ts";

const RBAC = "rbac.authorization.k8s.io";

/** What Git has beside the object in question. */
const OTHERS = `
  Secret/shop/s  ConfigMap/shop/c  ServiceAccount/shop/a  Service/shop/web  PersistentVolumeClaim/shop/p
  Role.${RBAC}/shop/r  ClusterRole.${RBAC}/r  IngressClass.networking.k8s.io/nginx
  PriorityClass.scheduling.k8s.io/high  StorageClass.storage.k8s.io/fast
  Secret/other/s  ServiceAccount/other/a  Service/other/web`
  .trim()
  .split(/\s+/)
  .map((id) => graphObject(id));
const MAKERS = [
  graphObject("Deployment.apps/shop/db", { spec: "{template: {metadata: {labels: {app: db}}}}" }),
  graphObject("Pod/shop/one", { labels: { app: "db" } }),
  graphObject("Deployment.apps/other/db", { spec: "{template: {metadata: {labels: {app: db}}}}" }),
];

/** The targets of one object: `Secret/shop/s [exists]`. */
function targetsOf(id: string, body: string, templates?: PodTemplates): string {
  const object = graphObject(id, { rest: body });
  const set = indexObjects([...OTHERS, ...MAKERS, object], undefined, { templates });
  const edges = findStructureEdges(set);
  const own = edges.filter(({ dependent }) => objectKey(dependent) === id).map(briefEdge);
  return own.map((edge) => edge.replace(/^.* → | structure:.*$/g, "")).join(", ");
}

describe("findStructureEdges, what a pod needs", () => {
  const rows = parseTable(`
    {containers: [{env: [{valueFrom: {secretKeyRef: {name: s}}}]}]}         | Secret/shop/s [exists]
    {containers: [{env: [{valueFrom: {configMapKeyRef: {name: c}}}]}]}      | ConfigMap/shop/c [exists]
    {containers: [{envFrom: [{secretRef: {name: s}}]}]}                     | Secret/shop/s [exists]
    {containers: [{envFrom: [{configMapRef: {name: c, optional: true}}]}]}  | ConfigMap/shop/c [exists]
    {initContainers: [{envFrom: [{secretRef: {name: s}}]}]}                 | Secret/shop/s [exists]
    {ephemeralContainers: [{envFrom: [{secretRef: {name: s}}]}]}            | Secret/shop/s [exists]
    {volumes: [{secret: {secretName: s}}]}                                  | Secret/shop/s [exists]
    {volumes: [{configMap: {name: c}}]}                                     | ConfigMap/shop/c [exists]
    {volumes: [{projected: {sources: [{secret: {name: s}}]}}]}              | Secret/shop/s [exists]
    {volumes: [{projected: {sources: [{configMap: {name: c}}]}}]}           | ConfigMap/shop/c [exists]
    {volumes: [{csi: {nodePublishSecretRef: {name: s}}}]}                   | Secret/shop/s [exists]
    {volumes: [{azureFile: {secretName: s}}]}                               | Secret/shop/s [exists]
    {volumes: [{cephfs: {secretRef: {name: s}}}]}                           | Secret/shop/s [exists]
    {volumes: [{persistentVolumeClaim: {claimName: p}}]}                    | PersistentVolumeClaim/shop/p [exists]
    {volumes: [{ephemeral: {volumeClaimTemplate: {spec: {storageClassName: fast}}}}]} | StorageClass.storage.k8s.io/fast [exists]
    {imagePullSecrets: [{name: s}]}                                         | Secret/shop/s [exists]
    {serviceAccountName: a}                                                 | ServiceAccount/shop/a [exists]
    {serviceAccount: a}                                                     | ServiceAccount/shop/a [exists]
    {priorityClassName: high}                                               | PriorityClass.scheduling.k8s.io/high [exists]
    {volumes: [{secret: {secretName: absent}}]}                             |
    {containers: none, volumes: [null, text], imagePullSecrets: [{}]}       |
  `);
  test.each(rows)("%s → %s", (spec, want) => {
    expect(targetsOf("Deployment.apps/shop/web", `{spec: {template: {spec: ${spec}}}}`)).toBe(want);
  });

  test("a custom kind has its pod template where the config says so", () => {
    const body = "{spec: {crew: {pods: {spec: {volumes: [{secret: {secretName: s}}]}}}}}";
    const templates = new Map([["Boat.sea.example", ["spec", "crew", "pods"]]]);
    const id = "Boat.sea.example/shop/b";
    expect([targetsOf(id, body), targetsOf(id, body, templates)]).toEqual([
      "",
      "Secret/shop/s [exists]",
    ]);
  });

  const places = parseTable(`
    Pod/shop/w               | {spec: POD}
    StatefulSet.apps/shop/w  | {spec: {template: {spec: POD}}}
    DaemonSet.apps/shop/w    | {spec: {template: {spec: POD}}}
    Job.batch/shop/w         | {spec: {template: {spec: POD}}}
    CronJob.batch/shop/w     | {spec: {jobTemplate: {spec: {template: {spec: POD}}}}}
    Rollout.argoproj.io/shop/w | {spec: {template: {spec: POD}}}
    Kibana.kibana.k8s.elastic.co/shop/w | {spec: {podTemplate: {spec: POD}}}
    Elasticsearch.elasticsearch.k8s.elastic.co/shop/w | {spec: {nodeSets: [{name: hot}, {podTemplate: {spec: POD}}]}}
    Agent.agent.k8s.elastic.co/shop/w | {spec: {daemonSet: {podTemplate: {spec: POD}}}}
    Beat.beat.k8s.elastic.co/shop/w | {spec: {deployment: {podTemplate: {spec: POD}}}}
  `);
  test.each(places)("the pods of %s", (id, body) => {
    const written = (body ?? "").replace("POD", "{imagePullSecrets: [{name: s}]}");
    expect(targetsOf(id ?? "", written)).toBe("Secret/shop/s [exists]");
  });

  test("a pod that names no account runs as `default`", () => {
    const set = indexObjects([
      graphObject("ServiceAccount/shop/default"),
      graphObject("Pod/shop/p", { spec: "{}" }),
    ]);
    expect(findStructureEdges(set).map(briefEdge)).toEqual([
      "Pod/shop/p → ServiceAccount/shop/default [exists] structure:ServiceAccount",
    ]);
  });
});

describe("findStructureEdges, other kinds", () => {
  const service = "clientConfig: {service: {name: web, namespace: other}}";
  const rows = parseTable(`
    RoleBinding.${RBAC}/shop/b        | {roleRef: {kind: Role, name: r}}                     | Role.${RBAC}/shop/r [exists]
    RoleBinding.${RBAC}/shop/b        | {roleRef: {kind: ClusterRole, name: r}}              | ClusterRole.${RBAC}/r [exists]
    ClusterRoleBinding.${RBAC}/b      | {roleRef: {kind: ClusterRole, name: r}}              | ClusterRole.${RBAC}/r [exists]
    RoleBinding.${RBAC}/shop/b        | {subjects: [{kind: ServiceAccount, name: a}, {kind: User, name: a}]} | ServiceAccount/shop/a [exists]
    ClusterRoleBinding.${RBAC}/b      | {subjects: [{kind: ServiceAccount, name: a, namespace: other}]} | ServiceAccount/other/a [exists]
    PersistentVolumeClaim/shop/q      | {spec: {storageClassName: fast}}                     | StorageClass.storage.k8s.io/fast [exists]
    StatefulSet.apps/shop/db          | {spec: {volumeClaimTemplates: [{spec: {storageClassName: fast}}]}} | StorageClass.storage.k8s.io/fast [exists]
    HorizontalPodAutoscaler.autoscaling/shop/h | {spec: {scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: db}}} | Deployment.apps/shop/db [exists]
    PodDisruptionBudget.policy/shop/d | {spec: {selector: {matchLabels: {app: db}}}}         | Deployment.apps/shop/db [exists], Pod/shop/one [exists]
    PodDisruptionBudget.policy/shop/d | {spec: {selector: {}}}                               | Deployment.apps/shop/db [exists], Pod/shop/one [exists]
    PodDisruptionBudget.policy/shop/d | {spec: {selector: null}}                             |
    PodDisruptionBudget.policy/shop/d | {spec: {selector: text}}                             |
    PodDisruptionBudget.policy/shop/d | {spec: {selector: {matchLabels: {app: web}}}}        |
    Ingress.networking.k8s.io/shop/i  | {spec: {ingressClassName: nginx}}                    | IngressClass.networking.k8s.io/nginx [exists]
    Ingress.networking.k8s.io/shop/i  | {spec: {defaultBackend: {service: {name: web}}}}     | Service/shop/web [exists]
    Ingress.networking.k8s.io/shop/i  | {spec: {rules: [{http: {paths: [{backend: {service: {name: web}}}]}}]}} | Service/shop/web [exists]
    APIService.apiregistration.k8s.io/v1.x | {spec: {service: {name: web, namespace: other}}} | Service/other/web [ready]
    APIService.apiregistration.k8s.io/v1. | {spec: {service: null}}                          |
    ValidatingWebhookConfiguration.admissionregistration.k8s.io/v | {webhooks: [{failurePolicy: Fail, ${service}}]} | Service/other/web [ready]
    MutatingWebhookConfiguration.admissionregistration.k8s.io/m | {webhooks: [{failurePolicy: Ignore, ${service}}]} |
    MutatingWebhookConfiguration.admissionregistration.k8s.io/m | {webhooks: [{${service}}]} | Service/other/web [ready]
    MutatingWebhookConfiguration.admissionregistration.k8s.io/m | {webhooks: [{clientConfig: {url: "https://x"}}]} |
    Ingress.extensions/shop/i         | {spec: {ingressClassName: nginx}}                    |
    Constructor.example.org/shop/i    | {spec: {}}                                           |
  `);
  test.each(rows)("%s %s → %s", (id, body, want) => {
    expect(targetsOf(id ?? "", body ?? "")).toBe(want);
  });

  const behind = parseTable(`
    ValidatingWebhookConfiguration.admissionregistration.k8s.io/v | {webhooks: [{failurePolicy: Fail, SERVICE}]} | yes
    MutatingWebhookConfiguration.admissionregistration.k8s.io/m   | {webhooks: [{SERVICE}]}                       | yes
    MutatingWebhookConfiguration.admissionregistration.k8s.io/m   | {webhooks: [{failurePolicy: Ignore, SERVICE}]} |
    APIService.apiregistration.k8s.io/v1.x                        | {spec: {service: {name: hook, namespace: other}}} | yes
    Ingress.networking.k8s.io/other/i | {spec: {defaultBackend: {service: {name: hook}}}} |
  `);
  test.each(behind)("O18: the pods behind the Service before %s %s: %s", (id, body, isAwaited) => {
    const written = (body ?? "").replace(
      "SERVICE",
      "clientConfig: {service: {name: hook, namespace: other}}",
    );
    const labels = "{metadata: {labels: {app: hook}}}";
    const set = indexObjects([
      graphObject("Service/other/hook", { spec: "{selector: {app: hook}}" }),
      graphObject("Deployment.apps/other/hook", { spec: `{template: ${labels}}` }),
      graphObject("Deployment.apps/other/else", { spec: "{template: {metadata: {}}}" }),
      graphObject("Deployment.apps/shop/hook", { spec: `{template: ${labels}}` }),
      graphObject("Job.batch/other/hook", { spec: `{template: ${labels}}` }),
      graphObject(id ?? "", { rest: written }),
    ]);
    const found = findStructureEdges(set).filter(({ dependent }) => objectKey(dependent) === id);
    const workloads = found.filter(({ target }) => target.kind !== "Service").map(briefEdge);
    const want = `${id} → Deployment.apps/other/hook [ready] structure:Deployment`;
    expect(workloads).toEqual(isAwaited === "yes" ? [want] : []);
  });

  test("a Service without a selector leads to no workload of Git", () => {
    const set = indexObjects([
      graphObject("Service/other/web"),
      graphObject("Deployment.apps/other/db", {
        spec: "{template: {metadata: {labels: {app: db}}}}",
      }),
      graphObject("APIService.apiregistration.k8s.io/v1.x", {
        spec: "{service: {name: web, namespace: other}}",
      }),
    ]);
    expect(findStructureEdges(set).map(briefEdge)).toEqual([
      "APIService.apiregistration.k8s.io/v1.x → Service/other/web [ready] structure:Service",
    ]);
  });

  test("O18: a Namespace, and an established CRD, before their objects", () => {
    const crd = graphObject("CustomResourceDefinition.apiextensions.k8s.io/widgets.example.org", {
      spec: "{group: example.org, scope: Namespaced, names: {kind: Widget}}",
    });
    const set = indexObjects([
      crd,
      graphObject("Namespace/shop"),
      graphObject("Widget.example.org/shop/w"),
    ]);
    expect(findStructureEdges(set).map(briefEdge)).toEqual([
      "Widget.example.org/shop/w → Namespace/shop [exists] structure:Namespace",
      "Widget.example.org/shop/w → CustomResourceDefinition.apiextensions.k8s.io/widgets.example.org [ready] structure:CustomResourceDefinition",
    ]);
  });
});
