import type { JsonObject } from "../../src/core/object/json.ts";
import { elasticObject } from "./elastic-objects.ts";
import { deployment, service, settings } from "./kube-manifests.ts";
import { template } from "./workload-manifests.ts";

/** An object as Git has it first, and merge patches for what may become of it. */
export interface DrawnObject {
  readonly body: JsonObject;
  /** The next commit. */
  readonly next: JsonObject;
  /** A commit that the server does not take, at least where the object exists. */
  readonly refused: JsonObject;
  /** What other people do to the live object: a field of Git's gets another value, one is added, one is removed. */
  readonly edits: {
    readonly change: JsonObject;
    readonly add: JsonObject;
    readonly remove: JsonObject;
  };
}

/** Names of objects that were drawn before, by kind; empty where there is none. */
export interface DrawnBefore {
  readonly name: string;
  /** A Deployment or StatefulSet. */
  readonly workload: string;
  readonly settings: string;
  readonly role: string;
  readonly elasticsearch: string;
}

/** Added by other people where a kind has nothing better. */
export const LABEL: JsonObject = { metadata: { labels: { theirs: "9" } } };
const UNKNOWN_FIELD: JsonObject = { nobodyKnowsThis: "1" };

/** Kinds of a namespace, each with what the server refuses of it. */
export const DRAWN_KINDS = {
  ConfigMap: ({ name }) => ({
    body: settings(name, { mode: "1", kept: "x" }),
    next: { data: { mode: "2", kept: null } },
    refused: UNKNOWN_FIELD,
    edits: { ...editsOf("data", "mode"), add: { data: { theirs: "9" } } },
  }),
  Secret: ({ name }) => ({
    body: { apiVersion: "v1", kind: "Secret", metadata: { name }, stringData: { mode: "1" } },
    next: { stringData: { mode: "2" } },
    refused: { type: "kubernetes.io/tls" },
    edits: { ...editsOf("data", "mode", "OQ=="), add: { data: { theirs: "OQ==" } } },
  }),
  ServiceAccount: ({ name }) => ({
    body: { ...typed("v1", "ServiceAccount", name), automountServiceAccountToken: false },
    next: { metadata: { labels: { tier: "2" } } },
    refused: UNKNOWN_FIELD,
    edits: {
      change: { automountServiceAccountToken: true },
      add: LABEL,
      remove: { automountServiceAccountToken: null },
    },
  }),
  Service: ({ name }) => ({
    body: service(name, { sessionAffinity: "ClientIP" }),
    next: { spec: { ports: [{ port: 81 }] } },
    refused: { spec: { clusterIP: "999.0.0.1" } },
    edits: {
      change: { spec: { sessionAffinity: "None" } },
      add: {
        spec: {
          ports: [
            { port: 80, name: "a" },
            { port: 99, name: "b" },
          ],
        },
      },
      remove: { spec: { selector: null } },
    },
  }),
  Deployment: ({ name, settings: from }) => ({
    body: deployment(name, { spec: { revisionHistoryLimit: 5 }, ...podUsing("web", from) }),
    next: { spec: { template: template(name, "1.1.0") } },
    refused: { spec: { selector: { matchLabels: { app: "other" } } } },
    edits: workloadEdits(),
  }),
  StatefulSet: ({ name }) => ({
    body: {
      ...typed("apps/v1", "StatefulSet", name),
      spec: {
        replicas: 1,
        serviceName: name,
        revisionHistoryLimit: 5,
        selector: { matchLabels: { app: name } },
        template: template(name, "1.0.0"),
      },
    },
    next: { spec: { template: template(name, "1.1.0") } },
    refused: { spec: { serviceName: "other", selector: { matchLabels: { app: "other" } } } },
    edits: workloadEdits(),
  }),
  Job: ({ name }) => ({
    body: {
      ...typed("batch/v1", "Job", name),
      spec: { backoffLimit: 1, template: template(name, "1.0.0", { restartPolicy: "Never" }) },
    },
    // Immutable: with leave in Git it is made anew, else it is refused.
    next: { spec: { template: template(name, "1.1.0", { restartPolicy: "Never" }) } },
    refused: { spec: { completions: -1 } },
    edits: { change: { spec: { backoffLimit: 3 } }, add: LABEL, remove: LABEL },
  }),
  Role: ({ name }) => ({
    body: { ...typed("rbac.authorization.k8s.io/v1", "Role", name), rules: [rule("get")] },
    next: { rules: [rule("get", "list")] },
    refused: { rules: [{ apiGroups: [""], resources: ["pods"] }] },
    edits: { change: { rules: [rule("watch")] }, add: LABEL, remove: { rules: null } },
  }),
  RoleBinding: ({ name, role }) => ({
    body: {
      ...typed("rbac.authorization.k8s.io/v1", "RoleBinding", name),
      roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "Role", name: role || "nobody" },
      subjects: [subject("one")],
    },
    next: { subjects: [subject("one"), subject("two")] },
    refused: { roleRef: { name: "another" } },
    edits: {
      change: { subjects: [subject("mallory")] },
      add: LABEL,
      remove: { subjects: null },
    },
  }),
  HorizontalPodAutoscaler: ({ name, workload }) => ({
    body: {
      ...typed("autoscaling/v2", "HorizontalPodAutoscaler", name),
      spec: {
        minReplicas: 1,
        maxReplicas: 3,
        scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: workload || "nobody" },
      },
    },
    next: { spec: { maxReplicas: 4 } },
    refused: { spec: { maxReplicas: 0 } },
    edits: {
      change: { spec: { maxReplicas: 9 } },
      add: { spec: { behavior: { scaleDown: { stabilizationWindowSeconds: 9 } } } },
      remove: { spec: { minReplicas: null } },
    },
  }),
  PodDisruptionBudget: ({ name, workload }) => ({
    body: {
      ...typed("policy/v1", "PodDisruptionBudget", name),
      spec: { minAvailable: 1, selector: { matchLabels: { app: workload || "nobody" } } },
    },
    next: { spec: { minAvailable: 0 } },
    refused: { spec: { maxUnavailable: 1 } },
    edits: { change: { spec: { minAvailable: 9 } }, add: LABEL, remove: LABEL },
  }),
  NetworkPolicy: ({ name }) => ({
    body: {
      ...typed("networking.k8s.io/v1", "NetworkPolicy", name),
      spec: { podSelector: { matchLabels: { app: name } }, policyTypes: ["Ingress"] },
    },
    next: { spec: { policyTypes: ["Ingress", "Egress"] } },
    refused: { spec: { policyTypes: ["Sideways"] } },
    edits: {
      change: { spec: { podSelector: { matchLabels: { app: "all" } } } },
      add: { spec: { ingress: [{}] } },
      remove: { spec: { podSelector: { matchLabels: null } } },
    },
  }),
  Elasticsearch: ({ name }) => elastic("Elasticsearch", name, {}),
  Kibana: ({ name, elasticsearch }) =>
    elastic("Kibana", name, { elasticsearchRef: { name: elasticsearch || "nobody" } }),
  /** Nobody serves it. */
  Gadget: ({ name }) => ({
    body: { ...typed("nowhere.example.com/v1", "Gadget", name), spec: { size: 1 } },
    next: { spec: { size: 2 } },
    refused: UNKNOWN_FIELD,
    edits: { change: LABEL, add: LABEL, remove: LABEL },
  }),
} as const satisfies Record<string, (before: DrawnBefore) => DrawnObject>;

export type DrawnKind = keyof typeof DRAWN_KINDS;

/** An object without anything but its name. */
export function typed(apiVersion: string, kind: string, name: string): JsonObject {
  return { apiVersion, kind, metadata: { name } };
}

function editsOf(field: string, key: string, value = "9"): Omit<DrawnObject["edits"], "add"> {
  return { change: { [field]: { [key]: value } }, remove: { [field]: { [key]: null } } };
}

function workloadEdits(): DrawnObject["edits"] {
  return {
    change: { spec: { revisionHistoryLimit: 9 } },
    add: { spec: { template: { metadata: { annotations: { theirs: "9" } } } } },
    remove: { spec: { revisionHistoryLimit: null } },
  };
}

function podUsing(container: string, name: string): { readonly pod?: JsonObject } {
  if (name === "") return {};
  const envFrom = [{ configMapRef: { name } }];
  return { pod: { containers: [{ name: container, image: "web:1.0.0", envFrom }] } };
}

function rule(...verbs: readonly string[]): JsonObject {
  return { apiGroups: [""], resources: ["pods"], verbs: [...verbs] };
}

function subject(name: string): JsonObject {
  return { apiGroup: "rbac.authorization.k8s.io", kind: "User", name };
}

function elastic(
  kind: "Elasticsearch" | "Kibana",
  name: string,
  reference: JsonObject,
): DrawnObject {
  return {
    body: elasticObject(kind, { name }, { version: "8.19.2", ...reference }),
    next: { spec: { version: "9.1.0" } },
    refused: { spec: { version: 9 } },
    edits: {
      change: { spec: { version: "8.19.1" } },
      add: LABEL,
      remove: { spec: { version: null } },
    },
  };
}
