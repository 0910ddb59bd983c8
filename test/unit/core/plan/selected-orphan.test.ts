import { expect, test } from "vitest";
import { decide } from "../../../support/decide.ts";
import { manifest } from "../../../support/graph-builders.ts";
import { appliedAt, lookOf, NEW, OLD } from "../../../support/look-builder.ts";

const template =
  "{replicas: 0, selector: {matchLabels: {app: hook}}, template: {metadata: {labels: {app: hook}}}}";
const old = manifest("ReplicaSet.apps/shop/old", { spec: template });
const budget = manifest("PodDisruptionBudget.policy/shop/hook", {
  spec: "{selector: {matchLabels: {app: hook}}}",
});
const service = manifest("Service/shop/hook", { spec: "{selector: {app: hook}}" });
const judge = manifest("ValidatingWebhookConfiguration.admissionregistration.k8s.io/judge", {
  rest: "{webhooks: [{clientConfig: {service: {name: hook, namespace: shop}}}]}",
});

test.each([
  ["a budget", [budget]],
  ["a webhook", [service, judge]],
])("an orphan whose pods %s of Git selects goes", (_name, git) => {
  const live = [...git.map((each) => appliedAt(each, NEW)), appliedAt(old, OLD)];
  const { plan } = decide(lookOf({ git, before: [...git, old], live }));
  expect(plan.orphans.map(({ action, reason }) => ({ action, reason }))).toEqual([
    { action: "prune", reason: "Git no longer has it" },
  ]);
});
