import { describe, expect, test } from "vitest";
import { memberPath } from "../../../../src/core/expression/field-path.ts";
import {
  declaredVersion,
  isScaledToNothing,
} from "../../../../src/core/rollout/declared-version.ts";
import { yaml } from "../../../support/graph-builders.ts";
import { parseTable } from "../../../support/parse-table.ts";
import { liveObject } from "../../../support/rollout-builders.ts";

function declaredBy(template: string): string {
  const body = { ...liveObject("Deployment.apps/shop/x"), spec: { template: yaml(template) } };
  return declaredVersion(body, new Map()) ?? "none";
}

describe("declaredVersion of an image", () => {
  test.each(
    parseTable(`
    app:9.1.0                             | 9.1.0
    registry:5000/team/app:9.1.0          | 9.1.0
    registry:5000/team/app                | none
    app                                   | none
    registry:5000/team/app@sha256:aa      | sha256:aa
    registry:5000/team/app:9.1.0@sha256:a | 9.1.0
    app:latest                            | latest
    `),
  )("%s: %s", (image = "", expected = "") => {
    expect(declaredBy(`{spec: {containers: [{name: a, image: "${image}"}]}}`)).toBe(expected);
  });
});

describe("declaredVersion of a pod template: annotation, then label, then image", () => {
  const containers = `spec: {containers: [{name: a, image: "a:1.0.0"}, {name: b, image: "b:2.0.0"}]}`;
  test.each([
    ["the image of the first container", `{${containers}}`, "1.0.0"],
    [
      "the image of the default container",
      `{metadata: {annotations: {kubectl.kubernetes.io/default-container: b}}, ${containers}}`,
      "2.0.0",
    ],
    [
      "the first container when the default one is not there",
      `{metadata: {annotations: {kubectl.kubernetes.io/default-container: c}}, ${containers}}`,
      "1.0.0",
    ],
    [
      "the label before the image",
      `{metadata: {labels: {app.kubernetes.io/version: 3.0.0}}, ${containers}}`,
      "3.0.0",
    ],
    [
      "an empty label says nothing",
      `{metadata: {labels: {app.kubernetes.io/version: ""}}, ${containers}}`,
      "1.0.0",
    ],
    [
      "the annotation before the label",
      `{metadata: {annotations: {lockstep.dev/version: 4.0.0}, labels: {app.kubernetes.io/version: 3.0.0}}, ${containers}}`,
      "4.0.0",
    ],
    ["nothing", "{spec: {containers: []}}", "none"],
  ])("%s", (_name, template, expected) => {
    expect(declaredBy(template)).toBe(expected);
  });
});

describe("declaredVersion by kind", () => {
  const pod = `{containers: [{name: a, image: "a:1.0.0"}]}`;
  const paths = new Map([
    [
      "Db.example.com",
      { declared: memberPath(["spec", "image", "tag"]), running: memberPath(["status", "tag"]) },
    ],
  ]);
  test.each([
    ["Pod/n/x", `{spec: ${pod}}`, "1.0.0"],
    ["Job.batch/n/x", `{spec: {template: {spec: ${pod}}}}`, "1.0.0"],
    ["CronJob.batch/n/x", `{spec: {jobTemplate: {spec: {template: {spec: ${pod}}}}}}`, "1.0.0"],
    ["Kibana.kibana.k8s.elastic.co/n/x", `{spec: {version: 9.1.0}}`, "9.1.0"],
    ["Db.example.com/n/x", `{spec: {version: 9.1.0, image: {tag: "2.0"}}}`, "2.0"],
    // Its spec.template is a Secret's.
    [
      "SealedSecret.bitnami.com/n/x",
      `{spec: {template: {metadata: {labels: {app.kubernetes.io/version: 1.0.0}}}}}`,
      "none",
    ],
    ["ConfigMap/n/x", "{}", "none"],
    ["Deployment.apps/n/x", "{}", "none"],
  ])("%s %s: %s", (id, members, expected) => {
    expect(declaredVersion(liveObject(id, members), paths) ?? "none").toBe(expected);
  });
});

describe("isScaledToNothing", () => {
  test.each([
    ["Deployment.apps/n/x", "{spec: {replicas: 0}}", true],
    ["Deployment.apps/n/x", "{spec: {}}", false],
    ["Kibana.kibana.k8s.elastic.co/n/x", "{spec: {count: 0}}", true],
    ["Kibana.kibana.k8s.elastic.co/n/x", "{spec: {count: 1}}", false],
    ["Thing.example.com/n/x", "{spec: {count: 0}}", false],
  ])("%s %s: %s", (id, members, expected) => {
    expect(isScaledToNothing(liveObject(id, members))).toBe(expected);
  });
});
