import { expect, test } from "vitest";
import { readRefusal, translate } from "../../../support/refusal-fixtures.ts";

test.each([
  // A field that cannot change.
  {
    refusal: "immutable-deployment-selector",
    says: 'spec.selector: Invalid value: {"matchLabels":{"app":"other"}}: field is immutable',
  },
  {
    refusal: "immutable-statefulset",
    says: "spec: Forbidden: updates to statefulset spec for fields other than 'replicas', 'ordinals', 'template', 'updateStrategy', 'revisionHistoryLimit', 'persistentVolumeClaimRetentionPolicy' and 'minReadySeconds' are forbidden",
  },
  {
    refusal: "immutable-job-template",
    says: "spec.template: Invalid value: field is immutable",
  },
  {
    refusal: "immutable-service-cluster-ip",
    says: 'spec.clusterIPs[0]: Invalid value: ["10.0.0.77"]: may not change once set',
  },
  {
    refusal: "immutable-claim",
    says: "spec: Forbidden: spec is immutable after creation except resources.requests and volumeAttributesClassName for bound claims",
  },
  {
    refusal: "immutable-config-map",
    says: "data: Forbidden: field is immutable when `immutable` is set",
  },
  {
    refusal: "immutable-role-ref",
    says: 'roleRef: Invalid value: {"APIGroup":"rbac.authorization.k8s.io","Kind":"ClusterRole","Name":"edit"}: cannot change roleRef',
  },
  {
    refusal: "immutable-storage-class",
    says: "provisioner: Forbidden: updates to provisioner are forbidden.",
  },
  {
    refusal: "custom-immutable-rule",
    says: 'spec.fixed: Invalid value: "string": Value is immutable',
  },
  {
    refusal: "custom-set-once",
    says: 'spec.a: Invalid value: "string": a is set once',
  },
  {
    refusal: "custom-rule-without-words",
    says: 'spec.b: Invalid value: "string": failed rule: self == oldSelf',
  },
  {
    refusal: "immutable-pod",
    says: "spec.containers: Forbidden: pod updates may not add or remove containers",
  },
  {
    refusal: "immutable-priority-class",
    says: "value: Forbidden: may not be changed in an update.",
  },
  // What the Service has by now does not fit: a new one would be taken.
  {
    refusal: "headless-node-port",
    says: "spec.clusterIPs[0]: Invalid value: \"None\": may not be set to 'None' for NodePort services",
  },
  {
    refusal: "other-ip-family",
    says: 'spec.clusterIPs[0]: Invalid value: "10.0.0.165": expected an IPv6 value as indicated by `ipFamilies[0]`',
  },
  // Another fault follows from the field that cannot change.
  {
    refusal: "immutable-job-several",
    says: 'spec.podReplacementPolicy: Unsupported value: "TerminatingOrFailed": supported values: "Failed"; spec.podFailurePolicy: Invalid value: {"Rules":[]}: field is immutable',
  },
])("$refusal is about a field that cannot be changed", ({ refusal, says }) => {
  const error = translate(readRefusal(refusal), { isSecret: false });
  expect(`${error.code}: ${error.message}`).toBe(`immutable: X/ns/a: ${says}`);
});
