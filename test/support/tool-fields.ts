import { type JsonObject, valueAt } from "../../src/core/object/json.ts";
import { guestObject, serveGuest } from "./guest-kinds.ts";
import type { Target } from "./kube-client.ts";
import { caBundle, type ProtectedField, patchAsX, X } from "./protected-fields.ts";
import { admin } from "./real-cluster.ts";
import { mutatingWebhook } from "./webhook-manifests.ts";

const KEDA = "scaledobject.keda.sh/name";
const REFRESH = "argocd.argoproj.io/refresh";

/**
 * What cert-manager's injector, KEDA and Argo CD put into objects that are in Git. X plays them: the path protects, not a name.
 *
 * @see https://cert-manager.io/docs/concepts/ca-injector/
 */
export const TOOL_FIELDS: readonly ProtectedField[] = [
  {
    what: "the CA bundle that an injector put into a validating webhook",
    manifest: (name) => ({ ...mutatingWebhook(name), kind: "ValidatingWebhookConfiguration" }),
    protect: async (target) => injectCa(target, "/webhooks/0/clientConfig/caBundle"),
    valueOf: (live) => valueAt(live, "webhooks", 0, "clientConfig", "caBundle"),
    ownedByX: ['webhooks[{"name":"none.test.lockstep.dev"}].clientConfig.caBundle'],
  },
  {
    what: "the CA bundle that an injector put into the conversion webhook of a CRD",
    manifest: (name) => converted(name),
    protect: async (target) => injectCa(target, "/spec/conversion/webhook/clientConfig/caBundle"),
    valueOf: (live) => valueAt(live, "spec", "conversion", "webhook", "clientConfig", "caBundle"),
    ownedByX: ["spec.conversion.webhook.clientConfig.caBundle"],
  },
  {
    what: "the CA bundle that an injector put into an APIService",
    manifest: (name) => apiService(name),
    isNeverReady: true,
    protect: async (target) => injectCa(target, "/spec/caBundle"),
    valueOf: (live) => valueAt(live, "spec", "caBundle"),
    ownedByX: ["spec.caBundle"],
  },
  {
    what: "the label by which KEDA finds a ScaledObject",
    serve: async () => serveGuest("ScaledObject"),
    manifest: (name) => guestObject("ScaledObject", name, { scaleTargetRef: { name: "none" } }),
    isNeverReady: true,
    protect: async (target) => label(target, KEDA),
    valueOf: (live) => valueAt(live, "metadata", "labels", KEDA),
    ownedByX: [`metadata.labels.${KEDA}`],
  },
  {
    what: "the label of KEDA on an autoscaler that was handed over to it",
    manifest: (name) => autoscaler(name),
    isNeverReady: true,
    protect: async (target) => label(target, KEDA),
    valueOf: (live) => valueAt(live, "metadata", "labels", KEDA),
    ownedByX: [`metadata.labels.${KEDA}`],
  },
  {
    what: "the operation that somebody asked of Argo CD",
    serve: async () => serveGuest("Application"),
    manifest: (name) => guestObject("Application", name, { project: "default" }),
    isNeverReady: true,
    protect: async (target) => patchAsX(target, { operation: { sync: { revision: "HEAD" } } }),
    valueOf: (live) => live["operation"],
    ownedByX: ["operation.sync.revision"],
  },
  {
    what: "the refresh that somebody asked of Argo CD",
    serve: async () => serveGuest("Application"),
    manifest: (name) => guestObject("Application", name, { project: "default" }),
    isNeverReady: true,
    protect: async (target) =>
      patchAsX(target, { metadata: { annotations: { [REFRESH]: "hard" } } }),
    valueOf: (live) => valueAt(live, "metadata", "annotations", REFRESH),
    ownedByX: [`metadata.annotations.${REFRESH}`],
  },
];

async function injectCa(target: Target, path: string): Promise<void> {
  await admin().patch(target, { json: [{ op: "add", path, value: caBundle() }] }, { as: X });
}

async function label(target: Target, key: string): Promise<void> {
  await patchAsX(target, { metadata: { labels: { [key]: target.name } } });
}

/** A CRD of one version, so that nobody asks its conversion webhook anything. */
function converted(name: string): JsonObject {
  const group = `${name}.test.lockstep.dev`;
  const schema = { openAPIV3Schema: { type: "object" } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: `things.${group}` },
    spec: {
      group,
      scope: "Namespaced",
      names: { plural: "things", singular: "thing", kind: "Thing" },
      versions: [{ name: "v1", served: true, storage: true, schema }],
      conversion: {
        strategy: "Webhook",
        webhook: {
          conversionReviewVersions: ["v1"],
          clientConfig: { service: { name: "none", namespace: "default" } },
        },
      },
    },
  };
}

/** No Service is behind it. */
function apiService(name: string): JsonObject {
  const group = `${name}.test.lockstep.dev`;
  return {
    apiVersion: "apiregistration.k8s.io/v1",
    kind: "APIService",
    metadata: { name: `v1.${group}` },
    spec: {
      group,
      version: "v1",
      groupPriorityMinimum: 1,
      versionPriority: 1,
      service: { name: "none", namespace: "default" },
    },
  };
}

function autoscaler(name: string): JsonObject {
  return {
    apiVersion: "autoscaling/v2",
    kind: "HorizontalPodAutoscaler",
    metadata: { name },
    spec: {
      scaleTargetRef: { apiVersion: "apps/v1", kind: "Deployment", name: "none" },
      maxReplicas: 2,
    },
  };
}
