import type { JsonObject } from "../object/json.ts";
import { annotationOf } from "../object/live-object.ts";
import { kindKey, type ObjectId } from "../object/object-id.ts";
import type { ReleasedPath } from "./released-path.ts";

/**
 * Annotations by which a manifest asks the CA injector of cert-manager for a certificate. Many charts write a placeholder beside
 * them: taking the real one back would cut the API server off from the webhook.
 * @see https://cert-manager.io/docs/concepts/ca-injector/
 */
const ASKING: readonly string[] = [
  "cert-manager.io/inject-apiserver-ca",
  "cert-manager.io/inject-ca-from",
  "cert-manager.io/inject-ca-from-secret",
];

const BUNDLES: ReadonlyMap<string, string> = new Map([
  ["APIService.apiregistration.k8s.io", "/spec/caBundle"],
  [
    "CustomResourceDefinition.apiextensions.k8s.io",
    "/spec/conversion/webhook/clientConfig/caBundle",
  ],
  [
    "MutatingWebhookConfiguration.admissionregistration.k8s.io",
    "/webhooks/*/clientConfig/caBundle",
  ],
  [
    "ValidatingWebhookConfiguration.admissionregistration.k8s.io",
    "/webhooks/*/clientConfig/caBundle",
  ],
]);

/** What the CA injector sets on an object that asks for it in Git. */
export function findInjectedPaths(id: ObjectId, body: JsonObject): readonly ReleasedPath[] {
  const path = BUNDLES.get(kindKey(id));
  if (path === undefined || ASKING.every((key) => annotationOf(body, key) === undefined)) {
    return [];
  }
  return [{ kind: "pattern", path, by: "controller", holder: "the CA injector of cert-manager" }];
}
