import type { Schema } from "../schema/schema.ts";
import { admitClaimUpdate } from "./admit-claim-update.ts";
import { admitPod, admitPodUpdate } from "./admit-pod.ts";
import { allocateService, reallocateService } from "./allocate-service.ts";
import { definitionNameFaults } from "./check-definition.ts";
import { checkOf } from "./check-object.ts";
import { updateCheckOf } from "./check-update.ts";
import { claimTemplateFaults } from "./check-workload.ts";
import { fillBuiltIn } from "./fill-built-in.ts";
import { makeStrategy } from "./make-strategy.ts";
import { warningsOf } from "./object-warnings.ts";
import { prepareJob } from "./prepare-job.ts";
import {
  keepGeneration,
  keepSpec,
  keepStoredVersions,
  keepTemplateGeneration,
  prepareDaemonSet,
  prepareNamespace,
  prepareNode,
  prepareVolume,
  withDefaultClass,
  withFinalizer,
  withFirstGeneration,
  withoutStatus,
} from "./prepare-object.ts";
import type { Strategy } from "./resource.ts";
import type { ResourceRow } from "./resource-row.ts";

type Parts = Partial<Strategy>;

/** Kinds that do something of their own on their way to the store, by `Kind.group`. */
const PARTS: ReadonlyMap<string, Parts> = new Map<string, Parts>([
  [
    "CustomResourceDefinition.apiextensions.k8s.io",
    {
      prepareCreate: withoutStatus,
      prepareUpdate: keepStoredVersions,
      validateCreate: definitionNameFaults,
    },
  ],
  ["DaemonSet.apps", { prepareCreate: prepareDaemonSet, prepareUpdate: keepTemplateGeneration }],
  ["Ingress.networking.k8s.io", { prepareCreate: prepareIngress }],
  ["Job.batch", { prepareCreate: prepareJob }],
  ["Namespace", { prepareCreate: prepareNamespace, prepareUpdate: keepSpec }],
  ["Node", { prepareCreate: prepareNode }],
  ["PersistentVolume", { prepareCreate: preparePersistentVolume }],
  ["PersistentVolumeClaim", { prepareCreate: prepareClaim, prepareUpdate: admitClaimUpdate }],
  ["Pod", { prepareCreate: admitPod, prepareUpdate: admitPodUpdate }],
  [
    "PriorityClass.scheduling.k8s.io",
    { prepareCreate: withFirstGeneration, prepareUpdate: keepGeneration },
  ],
  ["Service", { prepareCreate: allocateService, prepareUpdate: reallocateService }],
  ["StatefulSet.apps", { validateCreate: claimTemplateFaults }],
]);

/** Kinds that count the changes of what is wanted. */
const COUNTING: ReadonlyMap<string, Strategy["generation"]> = new Map([
  ["CronJob.batch", "spec"],
  ["CustomResourceDefinition.apiextensions.k8s.io", "spec"],
  ["DaemonSet.apps", "spec"],
  ["Deployment.apps", "spec-and-annotations"],
  ["EndpointSlice.discovery.k8s.io", "spec"],
  ["Ingress.networking.k8s.io", "spec"],
  ["IngressClass.networking.k8s.io", "spec"],
  ["Job.batch", "spec"],
  ["MutatingWebhookConfiguration.admissionregistration.k8s.io", "spec"],
  ["NetworkPolicy.networking.k8s.io", "spec"],
  ["Pod", "spec"],
  ["PodDisruptionBudget.policy", "spec"],
  ["PodTemplate", "spec"],
  ["ReplicaSet.apps", "spec"],
  ["ReplicationController", "spec"],
  ["StatefulSet.apps", "spec"],
  ["ValidatingAdmissionPolicy.admissionregistration.k8s.io", "spec"],
  ["ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io", "spec"],
  ["ValidatingWebhookConfiguration.admissionregistration.k8s.io", "spec"],
]);

const withIngressClass = withDefaultClass({
  group: "networking.k8s.io",
  plural: "ingressclasses",
  annotation: "ingressclass.kubernetes.io/is-default-class",
  field: "ingressClassName",
});

const withStorageClass = withDefaultClass({
  group: "storage.k8s.io",
  plural: "storageclasses",
  annotation: "storageclass.kubernetes.io/is-default-class",
  field: "storageClassName",
});

/** The strategy of a built-in kind: defaults by its type, and what is its own. */
export function chooseStrategy(row: ResourceRow, schema: Schema): Strategy {
  const key = row.group === "" ? row.kind : `${row.kind}.${row.group}`;
  return makeStrategy({
    setDefaults: (object) => fillBuiltIn(object, schema),
    prepareCreate: schema.properties.has("status") ? withoutStatus : (object) => object,
    generation: COUNTING.get(key) ?? "none",
    validate: checkOf(key),
    validateUpdate: updateCheckOf(key),
    warn: warningsOf(key),
    ...PARTS.get(key),
  });
}

function prepareIngress(
  ...[object, world]: Parameters<Strategy["prepareCreate"]>
): ReturnType<Strategy["prepareCreate"]> {
  return withIngressClass(withoutStatus(object), world);
}

function prepareClaim(
  ...[object, world]: Parameters<Strategy["prepareCreate"]>
): ReturnType<Strategy["prepareCreate"]> {
  const classed = withStorageClass(withoutStatus(object), world);
  return withFinalizer("kubernetes.io/pvc-protection")(classed, world);
}

function preparePersistentVolume(
  ...[object, world]: Parameters<Strategy["prepareCreate"]>
): ReturnType<Strategy["prepareCreate"]> {
  return withFinalizer("kubernetes.io/pv-protection")(prepareVolume(object, world), world);
}
