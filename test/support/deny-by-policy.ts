import { onTestFinished } from "vitest";
import { type JsonObject, objectAt } from "../../src/core/object/json.ts";
import { eventually } from "./eventually.ts";
import { KubeRefusal, type Target } from "./kube-client.ts";
import { settings } from "./kube-manifests.ts";
import { admin } from "./real-cluster.ts";

const GROUP = "admissionregistration.k8s.io/v1";

/**
 * A ValidatingAdmissionPolicy that refuses each write of a ConfigMap with `data.forbidden` in one namespace; in force when
 * this returns, gone after the test.
 */
export async function denyForbiddenSettings(namespace: string): Promise<void> {
  await denyByPolicy(namespace, {
    rule: {
      apiGroups: [""],
      apiVersions: ["v1"],
      operations: ["CREATE", "UPDATE"],
      resources: ["configmaps"],
    },
    expression: "!has(object.data) || !('forbidden' in object.data)",
    trial: async () => {
      await admin().create(settings("try", { forbidden: "1" }, { namespace }), { isDryRun: true });
    },
  });
}

/** In the same way a policy by which no Elasticsearch of the namespace may go down; `es` is one that is there. */
export async function denyDowngrades(es: Target): Promise<void> {
  const expression = "object.spec.version >= oldObject.spec.version";
  await denyMoves(es, { expression, refused: "0.0.1" });
}

/** None may go up. */
export async function denyUpgrades(es: Target): Promise<void> {
  const expression = "object.spec.version <= oldObject.spec.version";
  await denyMoves(es, { expression, refused: "99.0.0" });
}

/** And one by which no new Job may run the image `run:denied`; `job` is one that does. */
export async function denyNewJobs(namespace: string, job: JsonObject): Promise<void> {
  await denyByPolicy(namespace, {
    rule: {
      apiGroups: ["batch"],
      apiVersions: ["v1"],
      operations: ["CREATE"],
      resources: ["jobs"],
    },
    expression: "object.spec.template.spec.containers.all(each, each.image != 'run:denied')",
    trial: async () => {
      await admin().create(withMetadata(job, { namespace }), { isDryRun: true });
    },
  });
}

/** And one by which the pod template of a Deployment may not change. @returns what takes the policy away. */
export async function denyRollouts(workload: Target): Promise<() => Promise<void>> {
  const { namespace = "", name } = workload;
  const template = { metadata: { annotations: { trial: "1" } } };
  await denyByPolicy(namespace, {
    rule: {
      apiGroups: ["apps"],
      apiVersions: ["v1"],
      operations: ["UPDATE"],
      resources: ["deployments"],
    },
    expression: `object.metadata.name != '${name}' || object.spec.template == oldObject.spec.template`,
    trial: async () => {
      await admin().patch(
        workload,
        { merge: { spec: { template } } },
        { as: "trial", isDryRun: true },
      );
    },
  });
  return async () => {
    await admin().delete(bindingIn(namespace));
    await eventually("the policy is gone", async () => {
      const merge = { spec: { template } };
      return !(await isRefused(async () => {
        await admin().patch(workload, { merge }, { as: "trial", isDryRun: true });
      }));
    });
  };
}

function bindingIn(namespace: string): Target {
  return {
    apiVersion: GROUP,
    kind: "ValidatingAdmissionPolicyBinding",
    name: `no-forbidden-${namespace}`,
  };
}

function withMetadata(object: JsonObject, more: JsonObject): JsonObject {
  return { ...object, metadata: { ...objectAt(object, "metadata"), ...more } };
}

async function denyMoves(
  es: Target,
  { expression, refused }: { readonly expression: string; readonly refused: string },
): Promise<void> {
  await denyByPolicy(es.namespace ?? "", {
    rule: {
      apiGroups: ["elasticsearch.k8s.elastic.co"],
      apiVersions: ["v1"],
      operations: ["UPDATE"],
      resources: ["elasticsearches"],
    },
    expression,
    trial: async () => {
      const merge = { spec: { version: refused } };
      await admin().patch(es, { merge }, { as: "trial", isDryRun: true });
    },
  });
}

interface Policy {
  readonly rule: JsonObject;
  /** CEL; what it does not hold for is refused. */
  readonly expression: string;
  /** Is refused once the policy is in force. */
  readonly trial: () => Promise<void>;
}

async function denyByPolicy(namespace: string, { rule, expression, trial }: Policy): Promise<void> {
  const name = `no-forbidden-${namespace}`;
  const policy = { apiVersion: GROUP, kind: "ValidatingAdmissionPolicy", name };
  const binding = bindingIn(namespace);
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
        resourceRules: [rule],
      },
      validations: [{ expression }],
    },
  });
  await admin().create({
    apiVersion: GROUP,
    kind: binding.kind,
    metadata: { name },
    spec: { policyName: name, validationActions: ["Deny"] },
  });
  await eventually("the policy is in force", async () => isRefused(trial));
}

async function isRefused(trial: () => Promise<void>): Promise<boolean> {
  try {
    await trial();
    return false;
  } catch (error) {
    if (error instanceof KubeRefusal && error.status === 422) return true;
    throw error;
  }
}
