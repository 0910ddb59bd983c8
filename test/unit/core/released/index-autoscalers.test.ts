import { expect, test } from "vitest";
import { indexAutoscalers } from "../../../../src/core/released/index-autoscalers.ts";
import { yaml } from "../../../support/graph-builders.ts";

const HPA = "apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler";
const KEDA = "apiVersion: keda.sh/v1alpha1\nkind: ScaledObject";

test.each([
  {
    what: "an autoscaler scales what it names, in its own namespace",
    text: `${HPA}\nmetadata: {name: a, namespace: shop}\nspec: {scaleTargetRef: {apiVersion: apps/v1, kind: StatefulSet, name: db}}`,
    lines: ["StatefulSet.apps/shop/db by HorizontalPodAutoscaler.autoscaling/shop/a"],
  },
  {
    what: "one of a custom kind keeps its group",
    text: `${HPA}\nmetadata: {name: a, namespace: shop}\nspec: {scaleTargetRef: {apiVersion: argoproj.io/v1alpha1, kind: Rollout, name: web}}`,
    lines: ["Rollout.argoproj.io/shop/web by HorizontalPodAutoscaler.autoscaling/shop/a"],
  },
  {
    what: "a ScaledObject that names only a name means a Deployment",
    text: `${KEDA}\nmetadata: {name: a, namespace: shop}\nspec: {scaleTargetRef: {name: web}}`,
    lines: ["Deployment.apps/shop/web by ScaledObject.keda.sh/shop/a"],
  },
  {
    what: "a ScaledObject may name a kind without a version",
    text: `${KEDA}\nmetadata: {name: a, namespace: shop}\nspec: {scaleTargetRef: {kind: StatefulSet, name: db}}`,
    lines: ["StatefulSet.apps/shop/db by ScaledObject.keda.sh/shop/a"],
  },
  {
    what: "an autoscaler without a target scales nothing",
    text: `${HPA}\nmetadata: {name: a, namespace: shop}\nspec: {scaleTargetRef: {name: web}}`,
    lines: [],
  },
  {
    what: "a VerticalPodAutoscaler scales no replicas",
    text: "apiVersion: autoscaling.k8s.io/v1\nkind: VerticalPodAutoscaler\nmetadata: {name: a, namespace: shop}\nspec: {targetRef: {apiVersion: apps/v1, kind: Deployment, name: web}}",
    lines: [],
  },
])("$what", ({ text, lines }) => {
  const index = indexAutoscalers([yaml(text), yaml(text)]);
  expect([...index].map(([target, holders]) => `${target} by ${holders.join(", ")}`)).toEqual(
    lines,
  );
});
