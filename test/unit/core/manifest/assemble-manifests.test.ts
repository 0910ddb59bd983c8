import { describe, expect, test } from "vitest";
import { assembleManifests } from "../../../../src/core/manifest/assemble-manifests.ts";
import type { ScopeOf } from "../../../../src/core/manifest/manifest.ts";
import { parseFile } from "../../../../src/core/manifest/parse-file.ts";
import { objectKey, parseObjectId } from "../../../../src/core/object/object-id.ts";

function served({ kind }: { readonly kind: string }): ReturnType<ScopeOf> {
  return kind === "Served" ? "cluster" : undefined;
}

function assembled(...texts: readonly string[]): ReturnType<typeof assembleManifests> {
  const written = texts.flatMap((text, index) => {
    const parsed = parseFile({ path: `f${String(index)}.yaml`, text });
    return parsed.ok ? parsed.value.manifests : [];
  });
  expect(written).not.toHaveLength(0);
  const own = parseObjectId("ConfigMap/agent/parent");
  return assembleManifests(written, {
    defaultNamespace: "shop",
    scopeOf: served,
    ownObjects: new Set(own === undefined ? [] : [objectKey(own)]),
  });
}

function brief(...texts: readonly string[]): readonly string[] {
  const result = assembled(...texts);
  if (!result.ok) return result.problems.map(({ where, what }) => `${where} ${what}`);
  return [
    ...result.value.manifests.map(
      ({ id, body }) => `${objectKey(id)} ${JSON.stringify(body["metadata"])}`,
    ),
    ...result.value.lints.map(({ where, what }) => `lint ${where} ${what}`),
  ];
}

function object(kind: string, metadata: string, rest = ""): string {
  return `{apiVersion: v1, kind: ${kind}, metadata: {${metadata}}${rest}}`;
}

function deployment(podSpec: string): string {
  return `{apiVersion: apps/v1, kind: Deployment, metadata: {name: d}, spec: {template: {spec: ${podSpec}}}}`;
}

describe("assembleManifests, namespaces", () => {
  test.each([
    [
      "the stack's where none is written",
      object("ConfigMap", "name: a"),
      ['ConfigMap/shop/a {"name":"a","namespace":"shop"}'],
    ],
    [
      "the written one",
      object("ConfigMap", "name: a, namespace: b"),
      ['ConfigMap/b/a {"name":"a","namespace":"b"}'],
    ],
    [
      "null is none",
      object("ConfigMap", "name: a, namespace: null"),
      ['ConfigMap/shop/a {"name":"a","namespace":"shop"}'],
    ],
    [
      "none for a kind of the cluster",
      object("Namespace", "name: a"),
      ['Namespace/a {"name":"a"}'],
    ],
    [
      "not for a null either",
      object("Namespace", "name: a, namespace: null"),
      ['Namespace/a {"name":"a"}'],
    ],
    [
      "a superfluous one is told",
      object("Namespace", "name: a, namespace: b"),
      [
        'Namespace/a {"name":"a"}',
        'lint f0.yaml:1:1 Namespace/a lives in no namespace: "b" is left out',
      ],
    ],
    ["what the cluster serves", object("Served", "name: a"), ['Served/a {"name":"a"}']],
    [
      "an unknown kind has one",
      object("Unknown", "name: a"),
      ['Unknown/shop/a {"name":"a","namespace":"shop"}'],
    ],
  ])("%s", (_, text, want) => {
    expect(brief(text)).toEqual(want);
  });

  test("a definition in the set says where its kind lives, wherever it is written", () => {
    const crd =
      "{apiVersion: apiextensions.k8s.io/v1, kind: CustomResourceDefinition, metadata: {name: things.x.io}, spec: {group: x.io, scope: Cluster, names: {kind: Thing}}}";
    const thing = "{apiVersion: x.io/v1, kind: Thing, metadata: {name: t}}";
    expect(brief(thing, crd)).toEqual([
      'CustomResourceDefinition.apiextensions.k8s.io/things.x.io {"name":"things.x.io"}',
      'Thing.x.io/t {"name":"t"}',
    ]);
  });
});

describe("assembleManifests, problems", () => {
  test.each([
    [
      "two manifests for one object",
      [object("A", "name: a"), object("A", "name: a, namespace: shop")],
      ["f1.yaml:1:1 A/shop/a is already written at f0.yaml:1:1"],
    ],
    [
      "in another version of its group too",
      [
        "{apiVersion: x/v1, kind: A, metadata: {name: a}}",
        "{apiVersion: x/v2, kind: A, metadata: {name: a}}",
      ],
      ["f1.yaml:1:1 A.x/shop/a is already written at f0.yaml:1:1"],
    ],
    [
      "a label of an applyset",
      [object("A", "name: a, labels: {applyset.kubernetes.io/part-of: x}")],
      ["f0.yaml:1:1 A/shop/a: label applyset.kubernetes.io/part-of is the agent's own mark"],
    ],
    [
      "a label of a stack",
      [object("A", "name: a, labels: {lockstep.dev/stack: x}")],
      ["f0.yaml:1:1 A/shop/a: label lockstep.dev/stack is the agent's own mark"],
    ],
    [
      "a revision",
      [object("A", "name: a, annotations: {lockstep.dev/revision: x}")],
      ["f0.yaml:1:1 A/shop/a: annotation lockstep.dev/revision is the agent's own mark"],
    ],
    [
      "an object of the agent",
      [object("ConfigMap", "name: parent, namespace: agent")],
      ["f0.yaml:1:1 ConfigMap/agent/parent: this ConfigMap belongs to the agent itself"],
    ],
  ])("%s", (_, texts, want) => {
    expect(brief(...texts)).toEqual(want);
  });

  test.each([
    [
      "{containers: [{name: c, env: [{name: A}, {name: B}, {name: A}, {name: A}]}]}",
      'spec.template.spec.containers[0].env: two items named "A"',
    ],
    ["{containers: [{name: c}, {name: c}]}", 'spec.template.spec.containers: two items named "c"'],
    [
      "{initContainers: [{name: c, volumeMounts: [{mountPath: /x}, {mountPath: /x}]}]}",
      'spec.template.spec.initContainers[0].volumeMounts: two items with mountPath "/x"',
    ],
    [
      "{containers: [{name: c, ports: [{containerPort: 80}, {containerPort: 80, protocol: TCP}]}]}",
      'spec.template.spec.containers[0].ports: two items with containerPort 80, protocol "TCP"',
    ],
    ["{volumes: [{name: v}, {name: v}]}", 'spec.template.spec.volumes: two items named "v"'],
    [
      "{imagePullSecrets: [{name: v}, {name: v}]}",
      'spec.template.spec.imagePullSecrets: two items named "v"',
    ],
  ])("%s → %s", (podSpec, want) => {
    expect(brief(deployment(podSpec))).toEqual([`f0.yaml:1:1 Deployment.apps/shop/d: ${want}`]);
  });

  test.each([
    [
      "the same port of two protocols",
      "{containers: [{name: c, ports: [{containerPort: 53}, {containerPort: 53, protocol: UDP}]}]}",
    ],
    ["items without their key", "{containers: [{image: a}, {image: a}]}"],
    ["a list that is none", "{containers: {name: c}, volumes: [1, 1]}"],
  ])("no problem: %s", (_, podSpec) => {
    expect(brief(deployment(podSpec))).toEqual([
      'Deployment.apps/shop/d {"name":"d","namespace":"shop"}',
    ]);
  });

  test.each([
    [
      "kind: Service, apiVersion: v1",
      "{ports: [{port: 80}, {port: 80}]}",
      'Service/shop/x: spec.ports: two items with port 80, protocol "TCP"',
    ],
    [
      "kind: CronJob, apiVersion: batch/v1",
      "{jobTemplate: {spec: {template: {spec: {volumes: [{name: v}, {name: v}]}}}}}",
      'CronJob.batch/shop/x: spec.jobTemplate.spec.template.spec.volumes: two items named "v"',
    ],
    [
      "kind: Pod, apiVersion: v1",
      "{volumes: [{name: v}, {name: v}]}",
      'Pod/shop/x: spec.volumes: two items named "v"',
    ],
  ])("%s", (type, spec, want) => {
    expect(brief(`{${type}, metadata: {name: x}, spec: ${spec}}`)).toEqual([`f0.yaml:1:1 ${want}`]);
  });

  test("more than 100,000 objects", () => {
    const result = assembled(object("A", "name: a"));
    const [one] = result.ok ? result.value.manifests : [];
    const many = Array.from({ length: 100_001 }, () => one).filter((each) => each !== undefined);
    const answer = assembleManifests(many, {
      defaultNamespace: "x",
      scopeOf: served,
      ownObjects: new Set(),
    });
    expect(answer).toEqual({
      ok: false,
      problems: [
        {
          where: ".",
          what: "the revision has 100001 objects",
          expected: "at most 100000 objects in a stack",
        },
      ],
      rest: [],
    });
  });
});
