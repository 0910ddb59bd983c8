import {
  isJsonObject,
  type JsonObject,
  listAt,
  objectAt,
  valueAt,
} from "../../src/core/object/json.ts";
import type { DriftStatus, StackStatus } from "../../src/core/report/status-document.ts";
import { passUntil } from "./follow-stack.ts";
import type { Target } from "./kube-client.ts";
import { deployment } from "./kube-manifests.ts";
import { admin } from "./real-cluster.ts";
import type { TestStack } from "./test-stack.ts";

/** The name under which the controller of HorizontalPodAutoscalers writes, through `scale`. */
const SCALER = "kube-controller-manager";

/** The commits change the image, which rolls, or a label, which does not. */
export function web(more: { image?: string; replicas?: number; tier?: string } = {}): JsonObject {
  return deployment("web", {
    metadata: { labels: { tier: more.tier ?? "a" } },
    spec: { replicas: more.replicas ?? 2 },
    pod: { containers: [{ name: "web", image: more.image ?? "web:1.0.0" }] },
  });
}

export function autoscaler(): JsonObject {
  return {
    apiVersion: "autoscaling/v2",
    kind: "HorizontalPodAutoscaler",
    metadata: { name: "web" },
    spec: {
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "web" },
      minReplicas: 1,
      maxReplicas: 9,
    },
  };
}

/** As the controller of autoscalers does. */
export async function scale(target: Target, replicas: number): Promise<void> {
  const patch = { merge: { spec: { replicas } } };
  await admin().patch(target, patch, { as: SCALER, subresource: "scale" });
}

export async function replicasOf(target: Target): Promise<unknown> {
  return valueAt(await admin().get(target), "spec", "replicas");
}

export async function replicaSetsOf({ namespace = "" }: Target): Promise<readonly JsonObject[]> {
  return admin().list({ apiVersion: "apps/v1", kind: "ReplicaSet", namespace });
}

export async function synced(stack: TestStack): Promise<StackStatus> {
  return passUntil(stack, "it is in sync", ({ inSync }) => inSync);
}

export function briefDrift({ class: kind, path, live, manager, action }: DriftStatus): string {
  return `${kind} ${path} = ${JSON.stringify(live)} by ${manager}: ${action}`;
}

/** The webhook with this CA bundle. */
export function withBundle(webhook: JsonObject, caBundle: string): JsonObject {
  const [first] = listAt(webhook, "webhooks");
  const clientConfig = { ...objectAt(first, "clientConfig"), caBundle };
  return { ...webhook, webhooks: [{ ...(isJsonObject(first) ? first : {}), clientConfig }] };
}

/** All rights on what a stack of a Deployment needs; none on autoscalers. */
export async function grantAllButAutoscalers(user: string): Promise<void> {
  const core = ["configmaps", "events", "namespaces", "pods", "services"];
  const rules = [
    { apiGroups: [""], resources: core, verbs: ["*"] },
    { apiGroups: ["apps"], resources: ["*"], verbs: ["*"] },
    { apiGroups: ["coordination.k8s.io", "events.k8s.io"], resources: ["*"], verbs: ["*"] },
  ];
  const metadata = { name: `no-autoscalers-${user.replaceAll(":", "-")}` };
  const rbac = "rbac.authorization.k8s.io";
  await admin().create({ apiVersion: `${rbac}/v1`, kind: "ClusterRole", metadata, rules });
  await admin().create({
    apiVersion: `${rbac}/v1`,
    kind: "ClusterRoleBinding",
    metadata,
    roleRef: { apiGroup: rbac, kind: "ClusterRole", name: metadata.name },
    subjects: [{ apiGroup: rbac, kind: "User", name: user }],
  });
}
