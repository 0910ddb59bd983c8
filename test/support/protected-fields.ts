import { onTestFinished } from "vitest";
import {
  type Json,
  type JsonObject,
  numberAt,
  objectAt,
  textAt,
  valueAt,
} from "../../src/core/object/json.ts";
import { uidOf } from "../../src/core/object/live-object.ts";
import { elasticObject } from "./elastic-objects.ts";
import { rollOut } from "./elastic-operator.ts";
import { eventually } from "./eventually.ts";
import { type Target, targetOf } from "./kube-client.ts";
import { deployment, service, settings } from "./kube-manifests.ts";
import { admin, realCluster } from "./real-cluster.ts";
import { mutatingWebhook } from "./webhook-manifests.ts";

/** The foreign manager: it writes what is protected, and beside it a label that is not. */
export const X = "x-tool";

/** One thing that is never touched. */
export interface ProtectedField {
  readonly what: string;
  /** Makes the server know the kind. */
  readonly serve?: () => Promise<void>;
  readonly manifest: (name: string) => JsonObject;
  /** Nothing is behind it that could make it ready. */
  readonly isNeverReady?: boolean;
  /** Gives the live object what is not to be touched. */
  readonly protect?: (target: Target) => Promise<void>;
  /** What X made before the stack took it over. */
  readonly existing?: (name: string, namespace: string) => Promise<JsonObject>;
  /** The protected value. */
  readonly valueOf: (live: JsonObject) => Json | undefined;
  /** Paths that X alone owns: only the never-touched list keeps them. */
  readonly ownedByX?: readonly string[];
  /** Entries that must stay as they are. */
  readonly entries?: readonly string[];
}

export async function patchAsX(target: Target, patch: JsonObject): Promise<void> {
  await admin().patch(target, { merge: patch }, { as: X });
}

export async function scaleAsX(target: Target, replicas: number): Promise<void> {
  await admin().patch(target, { merge: { spec: { replicas } } }, { as: X, subresource: "scale" });
}

/** What the never-touched list names, and what the server, webhooks and subresources wrote. */
export const PROTECTED_FIELDS: readonly ProtectedField[] = [
  {
    what: "a finalizer",
    manifest: (name) => settings(name, { a: "1" }),
    protect: async (target) => {
      await patchAsX(target, { metadata: { finalizers: ["example.com/hold"] } });
      onTestFinished(async () => patchAsX(target, { metadata: { finalizers: null } }));
    },
    valueOf: (live) => valueAt(live, "metadata", "finalizers"),
  },
  {
    what: "an owner reference",
    manifest: (name) => settings(name, { a: "1" }),
    protect: async (target) => {
      const metadata = { name: "owner", namespace: target.namespace ?? "" };
      const owner = await admin().create({ apiVersion: "v1", kind: "ConfigMap", metadata });
      const reference = { apiVersion: "v1", kind: "ConfigMap", name: "owner", uid: uidOf(owner) };
      await patchAsX(target, { metadata: { ownerReferences: [reference] } });
    },
    valueOf: (live) => valueAt(live, "metadata", "ownerReferences"),
  },
  {
    what: "the cluster IP with which a Service was made",
    manifest: (name) => service(name),
    existing: async (name, namespace) =>
      service(name, { clusterIP: await freeClusterIp(namespace) }),
    valueOf: (live) => valueAt(live, "spec", "clusterIP"),
    ownedByX: ["spec.clusterIP"],
  },
  {
    what: "a node port that another manager chose",
    manifest: (name) => service(name, { type: "NodePort" }),
    protect: async (target) => {
      const live = await admin().get(target);
      const allocated = numberAt(live, "spec", "ports", 0, "nodePort") ?? 0;
      const nodePort = allocated === 32_767 ? allocated - 1 : allocated + 1;
      const path = "/spec/ports/0/nodePort";
      await admin().patch(target, { json: [{ op: "replace", path, value: nodePort }] }, { as: X });
    },
    valueOf: (live) => valueAt(live, "spec", "ports", 0, "nodePort"),
    ownedByX: ['spec.ports[{"port":80,"protocol":"TCP"}].nodePort'],
  },
  {
    what: "the volume of a claim",
    manifest: (name) => ({
      apiVersion: "v1",
      kind: "PersistentVolumeClaim",
      metadata: { name },
      spec: {
        storageClassName: name,
        accessModes: ["ReadWriteOnce"],
        resources: { requests: { storage: "1Gi" } },
      },
    }),
    protect: async (target) => {
      const volumeName = `volume-${target.namespace}`;
      const volume: Target = { apiVersion: "v1", kind: "PersistentVolume", name: volumeName };
      await admin().create(persistentVolume(volumeName, { storageClassName: target.name }));
      onTestFinished(async () => admin().delete(volume));
      // A claim on a volume that its controller has not seen yet is bound with the next round only.
      await eventually(
        "the volume is available",
        async () => textAt(await admin().get(volume), "status", "phase") === "Available",
      );
      await patchAsX(target, { spec: { volumeName } });
    },
    valueOf: (live) => valueAt(live, "spec", "volumeName"),
    ownedByX: ["spec.volumeName"],
  },
  {
    what: "the selector with which a Job was made",
    manifest: (name) => job(name, {}),
    existing: async (name) => job(name, { selector: { matchLabels: { job: name } } }),
    valueOf: (live) => valueAt(live, "spec", "selector"),
    ownedByX: ["spec.selector"],
  },
  {
    what: "the selector and the labels that a Job was given",
    manifest: (name) => job(name, { manualSelector: false }),
    valueOf: (live) => [
      valueAt(live, "spec", "selector") ?? "",
      valueAt(live, "spec", "template", "metadata", "labels") ?? "",
    ],
  },
  {
    what: "the CA bundle that an injector put into a webhook",
    manifest: (name) => mutatingWebhook(name),
    protect: async (target) => {
      const path = "/webhooks/0/clientConfig/caBundle";
      await admin().patch(target, { json: [{ op: "add", path, value: caBundle() }] }, { as: X });
    },
    valueOf: (live) => valueAt(live, "webhooks", 0, "clientConfig", "caBundle"),
    ownedByX: ['webhooks[{"name":"none.test.lockstep.dev"}].clientConfig.caBundle'],
  },
  {
    what: "the revision that the Deployment controller writes",
    manifest: (name) => deployment(name),
    valueOf: (live) =>
      valueAt(live, "metadata", "annotations", "deployment.kubernetes.io/revision"),
  },
  {
    what: "a finalizer by which a cloud holds a Service until its load balancer is gone",
    manifest: (name) => service(name),
    protect: async (target) => {
      await patchAsX(target, { metadata: { finalizers: ["service.k8s.aws/resources"] } });
      onTestFinished(async () => patchAsX(target, { metadata: { finalizers: null } }));
    },
    valueOf: (live) => valueAt(live, "metadata", "finalizers"),
    ownedByX: ['metadata.finalizers["service.k8s.aws/resources"]'],
  },
  {
    what: "what the controller of network endpoint groups tells about a Service",
    manifest: (name) => service(name),
    protect: async (target) =>
      patchAsX(target, { metadata: { annotations: { "cloud.google.com/neg-status": "{}" } } }),
    valueOf: (live) => valueAt(live, "metadata", "annotations", "cloud.google.com/neg-status"),
    ownedByX: ["metadata.annotations.cloud.google.com/neg-status"],
  },
  {
    what: "the mark of kubectl rollout restart",
    manifest: (name) => deployment(name),
    protect: async (target) =>
      patchAsX(target, inTemplate({ "kubectl.kubernetes.io/restartedAt": "2026-01-01T00:00:00Z" })),
    valueOf: (live) => valueAt(live, "spec", "template", "metadata", "annotations"),
    ownedByX: ["spec.template.metadata.annotations.kubectl.kubernetes.io/restartedAt"],
  },
  {
    what: "the mark that Reloader puts into a pod template",
    manifest: (name) => deployment(name),
    protect: async (target) =>
      patchAsX(target, inTemplate({ "reloader.stakater.com/last-reloaded-from": "{}" })),
    valueOf: (live) => valueAt(live, "spec", "template", "metadata", "annotations"),
    ownedByX: ["spec.template.metadata.annotations.reloader.stakater.com/last-reloaded-from"],
  },
  {
    what: "the mark that Wave puts into a pod template",
    manifest: (name) => deployment(name),
    protect: async (target) =>
      patchAsX(target, inTemplate({ "wave.pusher.com/config-hash": "1f2e" })),
    valueOf: (live) => valueAt(live, "spec", "template", "metadata", "annotations"),
    ownedByX: ["spec.template.metadata.annotations.wave.pusher.com/config-hash"],
  },
  {
    what: "the variable with which Reloader makes pods new",
    manifest: (name) => deployment(name),
    protect: async (target) => {
      const path = "/spec/template/spec/containers/0/env";
      const value = [{ name: "STAKATER_LOGIN_SECRET", value: "1f2e" }];
      await admin().patch(target, { json: [{ op: "add", path, value }] }, { as: X });
    },
    valueOf: (live) => valueAt(live, "spec", "template", "spec", "containers", 0, "env"),
    ownedByX: [
      'spec.template.spec.containers[{"name":"web"}].env[{"name":"STAKATER_LOGIN_SECRET"}].value',
    ],
  },
  {
    what: "a status, and its writer's entry",
    manifest: (name) => elasticObject("Elasticsearch", { name }, { version: "9.1.0", count: 1 }),
    protect: async (target) => rollOut(target),
    valueOf: (live) => live["status"],
    entries: ["elastic-operator Update status"],
  },
  {
    // The server notes no owner for a default that is changed through `scale`.
    what: "replicas that Git does not set and that came through the scale subresource",
    manifest: (name) => withoutReplicas(deployment(name)),
    protect: async (target) => scaleAsX(target, 3),
    valueOf: (live) => valueAt(live, "spec", "replicas"),
  },
];

function inTemplate(annotations: JsonObject): JsonObject {
  return { spec: { template: { metadata: { annotations } } } };
}

export function caBundle(): string {
  return Buffer.from(realCluster().ca).toString("base64");
}

/** An address that the server gave away and has back. */
async function freeClusterIp(namespace: string): Promise<string> {
  const made = await admin().create(service("address", {}, { namespace }));
  await admin().delete(targetOf(made));
  return textAt(made, "spec", "clusterIP") ?? "";
}

function job(name: string, more: JsonObject): JsonObject {
  const pod = { restartPolicy: "Never", containers: [{ name: "run", image: "run:1.0.0" }] };
  const template = { metadata: { labels: { job: name } }, spec: pod };
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: { name },
    spec: { manualSelector: true, template, ...more },
  };
}

export function withoutReplicas(object: JsonObject): JsonObject {
  const { replicas: _, ...spec } = objectAt(object, "spec") ?? {};
  return { ...object, spec };
}

function persistentVolume(name: string, more: JsonObject): JsonObject {
  return {
    apiVersion: "v1",
    kind: "PersistentVolume",
    metadata: { name },
    spec: {
      capacity: { storage: "1Gi" },
      accessModes: ["ReadWriteOnce"],
      hostPath: { path: "/tmp/nothing" },
      ...more,
    },
  };
}
