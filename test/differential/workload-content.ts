import * as fc from "fast-check";
import type { Json, JsonObject } from "../../src/core/object/json.ts";
import {
  listOf,
  mapOf,
  metadataParts,
  optional,
  orNull,
  seldom,
  VALUE,
  withoutNone,
} from "./content-parts.ts";
import type { KindContent } from "./kind-content.ts";
import { deployment, only, pod, workload } from "./objects.ts";

const CONTAINERS = "/spec/template/spec/containers";

/** Deployments of one to three containers with environments, arguments, ports and volumes. */
export const DEPLOYMENTS: KindContent = {
  title: "Deployments",
  content: workloads(({ containers, metadata, pod: podSpec, ...spec }) =>
    deployment(containers, { metadata, pod: podSpec, spec }),
  ),
  status: statuses(deployment(), ["Available", "Progressing"]),
  pointers: [
    "/spec/replicas",
    `${CONTAINERS}/0/env`,
    `${CONTAINERS}/0/env/0`,
    `${CONTAINERS}/0/env/0/value`,
    `${CONTAINERS}/0/env/-`,
    `${CONTAINERS}/1`,
    `${CONTAINERS}/0/args/0`,
  ],
  values: [1, "x", { name: "A", value: "3" }, [{ name: "B" }], []],
  hasScale: true,
};

export const STATEFUL_SETS: KindContent = {
  title: "StatefulSets",
  content: workloads(({ containers, metadata, pod: podSpec, ...spec }) => {
    const made = deployment(containers, { pod: podSpec, metadata });
    return { ...workload("StatefulSet", { ...spec, ...templateOf(made) }), ...metadataOf(made) };
  }),
  status: statuses(workload("StatefulSet"), ["Odd", "Even"]),
  pointers: ["/spec/replicas", "/spec/serviceName", `${CONTAINERS}/0/env/0`, `${CONTAINERS}/-`],
  values: [2, "x", { name: "A", value: "3" }, { name: "d", image: "d:1" }],
  hasScale: true,
};

/** Most of a pod cannot be changed. */
export const PODS: KindContent = {
  title: "Pods",
  content: fc
    .record({
      metadata: metadataParts(),
      containers: listOf(["a"], container),
      activeDeadlineSeconds: seldom(fc.constantFrom(10, 20)),
    })
    .map(({ metadata, containers, ...spec }) => ({
      ...pod(containers, withoutNone(spec)),
      metadata: { name: "x", ...metadata },
    })),
  status: fc
    .record({
      phase: optional(fc.constantFrom("Pending", "Running")),
      conditions: optional(listOf(["Ready", "Initialized"], podCondition)),
      podIPs: seldom(fc.constantFrom<Json[]>([{ ip: "10.0.0.1" }], [{ ip: "10.0.0.2" }])),
    })
    .map((status) => only(pod([]), { status: withoutNone(status) })),
  pointers: ["/spec/containers/0/image", "/metadata/labels", "/metadata/labels/a"],
  values: ["i:3", "1", {}],
  hasScale: false,
};

interface WorkloadParts {
  readonly metadata: JsonObject;
  readonly containers: readonly JsonObject[];
  readonly pod: JsonObject;
  readonly replicas?: number | null;
  readonly minReadySeconds?: number;
}

function workloads(build: (parts: WorkloadParts) => JsonObject): fc.Arbitrary<JsonObject> {
  return fc
    .record({
      metadata: metadataParts(),
      containers: listOf(["a", "b", "c"], container),
      pod: fc
        .record({
          volumes: seldom(listOf(["v", "w"], volume)),
          tolerations: seldom(fc.constantFrom<Json[]>([{ key: "a" }], [{ key: "a" }, {}])),
          nodeSelector: seldom(mapOf("a", "b")),
        })
        .map(withoutNone),
      spec: fc
        .record({
          replicas: optional(orNull(fc.constantFrom(1, 2))),
          minReadySeconds: seldom(fc.constantFrom(0, 5)),
        })
        .map(withoutNone),
    })
    .map(({ spec, ...parts }) => build({ ...parts, ...spec }));
}

function templateOf(object: JsonObject): JsonObject {
  const { spec } = object;
  return spec === null || typeof spec !== "object" || !("template" in spec)
    ? {}
    : { template: spec["template"] };
}

function metadataOf({ metadata = {} }: JsonObject): JsonObject {
  return { metadata };
}

function container(name: string): fc.Arbitrary<JsonObject> {
  return fc
    .record({
      name: fc.constant(name),
      image: fc.constantFrom("i:1", "i:2"),
      env: optional(orNull(environment())),
      args: optional(fc.constantFrom<Json[]>(["x"], ["y"], ["x", "y"], [])),
      ports: seldom(listOf(["80", "81"], (port) => fc.constant({ containerPort: Number(port) }))),
      resources: seldom(fc.constantFrom<Json>({ limits: { cpu: "1000m" } }, {}, null)),
    })
    .map(withoutNone);
}

/** Sometimes with two variables of one name, as only updates may bring them in. */
function environment(): fc.Arbitrary<Json[]> {
  const list = listOf(["A", "B", "C"], (name) =>
    fc.oneof(
      VALUE.map((value) => ({ name, value })),
      fc.constant({ name }),
      fc.constant({ name, valueFrom: { fieldRef: { fieldPath: "metadata.name" } } }),
    ),
  );
  return fc.oneof(
    { weight: 8, arbitrary: list },
    { weight: 1, arbitrary: list.map((items) => [...items, { name: "A", value: "1" }]) },
  );
}

function volume(name: string): fc.Arbitrary<JsonObject> {
  return fc.constantFrom<JsonObject>(
    { name, emptyDir: {} },
    { name, configMap: { name: "x" } },
    { name },
  );
}

function statuses(object: JsonObject, types: readonly string[]): fc.Arbitrary<JsonObject> {
  return fc
    .record({
      replicas: fc.constantFrom(0, 1, 2),
      readyReplicas: optional(fc.constantFrom(0, 1)),
      observedGeneration: seldom(fc.constantFrom(1, 2)),
      conditions: optional(listOf(types, condition)),
    })
    .map((status) => only(object, { status: withoutNone(status) }));
}

function condition(type: string): fc.Arbitrary<JsonObject> {
  return fc
    .record({ status: fc.constantFrom("True", "False"), reason: optional(fc.constant("R")) })
    .map((rest) => ({ type, ...withoutNone(rest) }));
}

function podCondition(type: string): fc.Arbitrary<JsonObject> {
  return fc.constantFrom("True", "False").map((status) => ({ type, status }));
}
