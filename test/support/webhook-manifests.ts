import type { JsonObject } from "../../src/core/object/json.ts";

/** A webhook configuration that is asked about nothing that exists. */
export function mutatingWebhook(name: string): JsonObject {
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "MutatingWebhookConfiguration",
    metadata: { name },
    webhooks: [
      {
        name: "none.test.lockstep.dev",
        clientConfig: { url: "https://127.0.0.1:1/" },
        rules: [
          {
            apiGroups: ["nothing.test.lockstep.dev"],
            apiVersions: ["v1"],
            operations: ["CREATE"],
            resources: ["nothings"],
          },
        ],
        admissionReviewVersions: ["v1"],
        sideEffects: "None",
        failurePolicy: "Ignore",
      },
    ],
  };
}
