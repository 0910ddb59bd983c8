import { expect, test } from "vitest";
import { numberAt } from "../../../../src/core/object/json.ts";
import { PODS } from "../../../../src/embedded/kinds/collections.ts";
import { briefConditions, openControllerWorld } from "../../../support/controller-world.ts";
import { workload } from "../../../support/workload-manifests.ts";

test.each([
  {
    name: "below the lowest",
    replicas: 1,
    bounds: { minReplicas: 2, maxReplicas: 4 },
    outcome: 2,
    conditions: "AbleToScale=True SucceededGetScale, ScalingActive=False FailedGetResourceMetric",
  },
  {
    name: "above the highest",
    replicas: 5,
    bounds: { minReplicas: 2, maxReplicas: 4 },
    outcome: 4,
    conditions: "AbleToScale=True SucceededGetScale, ScalingActive=False FailedGetResourceMetric",
  },
  {
    name: "switched off",
    replicas: 0,
    bounds: { minReplicas: 2, maxReplicas: 4 },
    outcome: 0,
    conditions: "AbleToScale=True SucceededGetScale, ScalingActive=False ScalingDisabled",
  },
])("an autoscaler: $name", ({ replicas, bounds, outcome, conditions }) => {
  const world = openControllerWorld();
  const scaleTargetRef = { apiVersion: "apps/v1", kind: "Deployment", name: "web" };
  world.create(workload("Deployment", "web", { replicas }), {
    apiVersion: "autoscaling/v2",
    kind: "HorizontalPodAutoscaler",
    metadata: { name: "web", namespace: "shop" },
    spec: { ...bounds, scaleTargetRef },
  });
  world.timers.pass(6_000);
  expect(world.list(PODS)).toHaveLength(outcome);
  const autoscaler = world.get({
    apiVersion: "autoscaling/v2",
    kind: "HorizontalPodAutoscaler",
    name: "web",
  });
  expect(briefConditions(autoscaler)).toBe(conditions);
  expect(world.defects).toEqual([]);
});

test.each([
  {
    name: "a number that must be there",
    spec: { minAvailable: 2 },
    outcome: "3 of 3, 2 wanted, 1 allowed",
  },
  {
    name: "a part that must be there",
    spec: { minAvailable: "50%" },
    outcome: "3 of 3, 2 wanted, 1 allowed",
  },
  {
    name: "a number that may be missing",
    spec: { maxUnavailable: 2 },
    outcome: "3 of 3, 1 wanted, 2 allowed",
  },
  {
    name: "none may be missing",
    spec: { maxUnavailable: 0 },
    outcome: "3 of 3, 3 wanted, 0 allowed",
  },
])("a disruption budget: $name", ({ spec, outcome }) => {
  const world = openControllerWorld();
  world.create(workload("Deployment", "web", { replicas: 3 }), {
    apiVersion: "policy/v1",
    kind: "PodDisruptionBudget",
    metadata: { name: "web", namespace: "shop" },
    spec: { ...spec, selector: { matchLabels: { app: "web" } } },
  });
  world.timers.pass(5_000);
  const budget = world.get({ apiVersion: "policy/v1", kind: "PodDisruptionBudget", name: "web" });
  const [healthy, expected, wanted, allowed] = [
    "currentHealthy",
    "expectedPods",
    "desiredHealthy",
    "disruptionsAllowed",
  ].map((key) => numberAt(budget, "status", key));
  expect(`${healthy} of ${expected}, ${wanted} wanted, ${allowed} allowed`).toBe(outcome);
});
