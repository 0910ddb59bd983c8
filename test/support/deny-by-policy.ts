import { onTestFinished } from "vitest";
import { eventually } from "./eventually.ts";
import { KubeRefusal } from "./kube-client.ts";
import { settings } from "./kube-manifests.ts";
import { admin } from "./real-cluster.ts";

const GROUP = "admissionregistration.k8s.io/v1";

/**
 * A ValidatingAdmissionPolicy that refuses each write of a ConfigMap with `data.forbidden` in one namespace; in force when
 * this returns, gone after the test.
 */
export async function denyForbiddenSettings(namespace: string): Promise<void> {
  const name = `no-forbidden-${namespace}`;
  const policy = { apiVersion: GROUP, kind: "ValidatingAdmissionPolicy", name };
  const binding = { apiVersion: GROUP, kind: "ValidatingAdmissionPolicyBinding", name };
  onTestFinished(async () => {
    await admin().delete(binding);
    await admin().delete(policy);
  });
  await admin().create({
    apiVersion: GROUP,
    kind: policy.kind,
    metadata: { name },
    spec: {
      failurePolicy: "Fail",
      matchConstraints: {
        namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": namespace } },
        resourceRules: [
          {
            apiGroups: [""],
            apiVersions: ["v1"],
            operations: ["CREATE", "UPDATE"],
            resources: ["configmaps"],
          },
        ],
      },
      validations: [{ expression: "!has(object.data) || !('forbidden' in object.data)" }],
    },
  });
  await admin().create({
    apiVersion: GROUP,
    kind: binding.kind,
    metadata: { name },
    spec: { policyName: name, validationActions: ["Deny"] },
  });
  await eventually("the policy is in force", async () => isRefused(namespace));
}

async function isRefused(namespace: string): Promise<boolean> {
  try {
    await admin().create(settings("try", { forbidden: "1" }, { namespace }), { isDryRun: true });
    return false;
  } catch (error) {
    if (error instanceof KubeRefusal && error.status === 422) return true;
    throw error;
  }
}
