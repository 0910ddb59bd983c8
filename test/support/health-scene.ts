import { randomBytes } from "node:crypto";
import { onTestFinished } from "vitest";
import { answerQuestions } from "../../src/agent/answer-questions.ts";
import { type JsonObject, textAt } from "../../src/core/object/json.ts";
import { idOf } from "../../src/core/object/live-object.ts";
import { objectKey } from "../../src/core/object/object-id.ts";
import { assessHealth } from "../../src/core/rollout/assess-health.ts";
import type { ClusterPort } from "../../src/ports/cluster-port.ts";
import { connectTestCluster } from "./connect-test-cluster.ts";
import { eventually } from "./eventually.ts";
import { targetOf } from "./kube-client.ts";
import { admin, freshNamespace } from "./real-cluster.ts";
import { briefVerdict } from "./rollout-builders.ts";
import { SYSTEM_CLOCK } from "./system-ports.ts";

/** The spec of a pod with one container. */
export const ONE_POD: JsonObject = { containers: [{ name: "a", image: "a:1.0.0" }] };
/** The same of a Job. */
export const ONE_OFF: JsonObject = { restartPolicy: "Never", ...ONE_POD };

/** A namespace of the real cluster, objects in it, and what the agent makes of them. */
export interface HealthScene {
  readonly namespace: string;
  readonly suffix: string;
  /** Base64 of something that looks like a CA to the API server. */
  readonly bundle: string;
  object(apiVersion: string, kind: string, spec: JsonObject): JsonObject;
  claim(name: string, spec: JsonObject): JsonObject;
  autoscaler(target: string): JsonObject;
  job(name: string, spec: JsonObject, pod?: JsonObject): JsonObject;
  webhook(): JsonObject;
  /** They go when the test ends. */
  create(...objects: readonly JsonObject[]): Promise<void>;
  judge(object: JsonObject): Promise<string>;
  untilVerdict(object: JsonObject, verdict: string): Promise<void>;
}

export async function openScene(): Promise<HealthScene> {
  const namespace = await freshNamespace();
  const { cluster } = await connectTestCluster();
  const suffix = randomBytes(4).toString("hex");
  function object(apiVersion: string, kind: string, spec: JsonObject): JsonObject {
    return { apiVersion, kind, metadata: { name: "x", namespace }, spec };
  }
  function named(name: string, unnamed: JsonObject): JsonObject {
    return { ...unnamed, metadata: { name, namespace } };
  }
  return {
    namespace,
    suffix,
    bundle: await clusterCa(),
    object,
    claim(name, spec) {
      const resources = { requests: { storage: "1Gi" } };
      const all = { accessModes: ["ReadWriteOnce"], storageClassName: "by-hand", resources };
      return named(name, object("v1", "PersistentVolumeClaim", { ...all, ...spec }));
    },
    autoscaler(target) {
      const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: target };
      const spec = { scaleTargetRef, maxReplicas: 3 };
      return named(target, object("autoscaling/v2", "HorizontalPodAutoscaler", spec));
    },
    job(name, spec, pod = {}) {
      const template = { spec: { ...ONE_OFF, ...pod } };
      return named(name, object("batch/v1", "Job", { template, ...spec }));
    },
    webhook: () => ({
      apiVersion: "admissionregistration.k8s.io/v1",
      kind: "ValidatingWebhookConfiguration",
      metadata: {
        name: `w-${suffix}`,
        annotations: { "cert-manager.io/inject-ca-from": `${namespace}/ca` },
      },
      webhooks: [
        {
          name: "never.test.lockstep.dev",
          rules: [],
          sideEffects: "None",
          failurePolicy: "Ignore",
          admissionReviewVersions: ["v1"],
          clientConfig: { service: { name: "none", namespace } },
        },
      ],
    }),
    async create(...objects) {
      for (const each of objects) {
        // oxlint-disable-next-line no-await-in-loop -- in the order in which they need each other
        await admin().create(each);
        onTestFinished(async () => admin().delete(targetOf(each)));
      }
    },
    judge: async (each) => judge(cluster, each),
    async untilVerdict(each, verdict) {
      await eventually(
        `${textAt(each, "kind")} is judged ${verdict}`,
        async () => {
          const seen = await judge(cluster, each);
          if (seen !== verdict) throw new Error(seen);
          return true;
        },
        { timeoutMs: 40_000 },
      );
    },
  };
}

/** As the agent asks it before it opens a gate. */
async function judge(cluster: ClusterPort, object: JsonObject): Promise<string> {
  const ref = { id: idOf(object), apiVersion: textAt(object, "apiVersion") ?? "" };
  const options = { cluster, clock: SYSTEM_CLOCK, concurrency: 4 };
  const { readings } = await answerQuestions([{ ask: "rollout", ref }], options);
  const reading = readings.get(objectKey(ref.id));
  return reading === undefined ? "absent" : briefVerdict(assessHealth(reading));
}

/** An object without a namespace, with a name that nobody else has. */
export function clusterWide(apiVersion: string, kind: string, spec: JsonObject): JsonObject {
  return { apiVersion, kind, metadata: { name: `x-${randomBytes(4).toString("hex")}` }, spec };
}

/** A bundle that the API server takes: its own. */
async function clusterCa(): Promise<string> {
  const target = { apiVersion: "v1", kind: "ConfigMap", namespace: "kube-system" };
  const ca = await admin().get({ ...target, name: "kube-root-ca.crt" });
  return Buffer.from(textAt(ca, "data", "ca.crt") ?? "").toString("base64");
}

/** A CRD of kind `Thing` under a plural of its own. */
export function definition(group: string, plural: string): JsonObject {
  const schema = { openAPIV3Schema: { type: "object" } };
  return {
    ...clusterWide("apiextensions.k8s.io/v1", "CustomResourceDefinition", {
      group,
      scope: "Namespaced",
      names: { kind: "Thing", plural },
      versions: [{ name: "v1", served: true, storage: true, schema }],
    }),
    metadata: { name: `${plural}.${group}` },
  };
}
