import { describe, expect, test } from "vitest";
import { isJsonObject, type Json, type JsonObject } from "../../../../src/core/object/json.ts";
import { decodeObject } from "../../../../src/embedded/schema/decode-object.ts";
import { loadKubernetesTypes } from "../../../../src/embedded/schema/kubernetes-types.ts";
import { makeSchema } from "../../../../src/embedded/schema/make-schema.ts";
import type { Schema } from "../../../../src/embedded/schema/schema.ts";

// Rows are answers of kube-apiserver 1.34.4 to a create (dry run) with this body.

function schemaOf(apiVersion: string, kind: string): Schema {
  const [version = "", group = ""] = apiVersion.split("/").toReversed();
  return loadKubernetesTypes().ofKind({ group, version, kind }) ?? makeSchema({ type: "any" });
}

function deployment(fields: { readonly [path: string]: Json }): JsonObject {
  const body: JsonObject = { apiVersion: "apps/v1", kind: "Deployment" };
  return Object.entries(fields).reduce(
    (object, [path, value]) => put(object, path.split("/"), value),
    body,
  );
}

function put(object: JsonObject, path: readonly string[], value: Json): JsonObject {
  const [key = "", ...rest] = path;
  const inner = object[key];
  if (rest.length === 0) return { ...object, [key]: value };
  return { ...object, [key]: put(isJsonObject(inner) ? inner : {}, rest, value) };
}

const POD = "spec/template/spec";

describe("a value of a wrong type", () => {
  test.each([
    {
      at: "spec/replicas",
      value: "3",
      says: "string into Go struct field DeploymentSpec.spec.replicas of type int32",
    },
    {
      at: "spec/replicas",
      value: 1.5,
      says: "number 1.5 into Go struct field DeploymentSpec.spec.replicas of type int32",
    },
    {
      at: "spec/replicas",
      value: 3_000_000_000,
      says: "number 3000000000 into Go struct field DeploymentSpec.spec.replicas of type int32",
    },
    {
      at: "spec/replicas",
      value: [],
      says: "array into Go struct field DeploymentSpec.spec.replicas of type int32",
    },
    {
      at: `${POD}/containers`,
      value: [{ name: 5 }],
      says: "number into Go struct field Container.spec.template.spec.containers.name of type string",
    },
    {
      at: `${POD}/containers`,
      value: {},
      says: "object into Go struct field PodSpec.spec.template.spec.containers of type []v1.Container",
    },
    {
      at: `${POD}/containers`,
      value: [[]],
      says: "array into Go struct field PodSpec.spec.template.spec.containers of type v1.Container",
    },
    {
      at: `${POD}/restartPolicy`,
      value: 5,
      says: "number into Go struct field PodSpec.spec.template.spec.restartPolicy of type v1.RestartPolicy",
    },
    {
      at: `${POD}/containers`,
      value: [{ command: [1] }],
      says: "number into Go struct field Container.spec.template.spec.containers.command of type string",
    },
    {
      at: `${POD}/containers`,
      value: [{ stdin: "true" }],
      says: "string into Go struct field Container.spec.template.spec.containers.stdin of type bool",
    },
    {
      at: `${POD}/overhead`,
      value: [],
      says: "array into Go struct field PodSpec.spec.template.spec.overhead of type v1.ResourceList",
    },
    {
      at: "metadata/labels",
      value: { a: 5 },
      says: "number into Go struct field ObjectMeta.metadata.labels of type string",
    },
    {
      at: "metadata/uid",
      value: 5,
      says: "number into Go struct field ObjectMeta.metadata.uid of type types.UID",
    },
    {
      at: "metadata",
      value: 5,
      says: "number into Go struct field Deployment.metadata of type v1.ObjectMeta",
    },
    {
      at: "metadata/creationTimestamp",
      value: 5,
      says: "number into Go struct field ObjectMeta.metadata.creationTimestamp of type string",
    },
    {
      at: `${POD}/containers`,
      value: [{ livenessProbe: { httpGet: { port: true } } }],
      says: "bool into Go struct field HTTPGetAction.spec.template.spec.containers.livenessProbe.httpGet.port of type int32",
    },
  ])("$at: $value → $says", ({ at, value, says }) => {
    const { wrong } = decodeObject(deployment({ [at]: value }), schemaOf("apps/v1", "Deployment"));
    expect(wrong).toBe(`json: cannot unmarshal ${says}`);
  });

  test("the first of two is told, but one that ends the decoding is told before all", () => {
    const body = deployment({
      "spec/replicas": "x",
      "spec/paused": "y",
      "metadata/creationTimestamp": "yesterday",
    });
    expect(decodeObject(body, schemaOf("apps/v1", "Deployment")).wrong).toBe(
      'parsing time "yesterday" as "2006-01-02T15:04:05Z07:00": cannot parse "yesterday" as "2006"',
    );
  });

  test.each([
    { at: "spec/replicas", value: "x", says: "unrecognized type: int32" },
    { at: "spec/replicas", value: 1.5, says: "cannot convert float64 to int32" },
    { at: `${POD}/containers`, value: 5, says: "cannot restore slice from int64" },
    { at: "spec", value: 5, says: "cannot restore struct from: int64" },
    { at: "metadata/labels", value: 5, says: "cannot restore map from int64" },
    { at: "metadata/labels", value: { a: { b: "c" } }, says: "unrecognized type: string" },
    { at: "metadata/labels", value: { a: 5 }, says: "cannot convert int64 to string" },
    {
      at: "spec/strategy",
      value: { rollingUpdate: { maxSurge: true } },
      says: "json: cannot unmarshal bool into Go value of type int32",
    },
  ])("after a strategic merge patch, $at: $value → $says", ({ at, value, says }) => {
    const { wrongInPatch } = decodeObject(
      deployment({ [at]: value }),
      schemaOf("apps/v1", "Deployment"),
    );
    expect(wrongInPatch).toBe(says);
  });
});

test("unknown fields are dropped and told in the order of the body, up to a hundred", () => {
  const body = deployment({
    "spec/foo": 1,
    [`${POD}/containers`]: [{ name: "c", Image: "x", ports: [{ containerPort: 1, b: 1 }] }],
    foo: 1,
  });
  const schema = schemaOf("apps/v1", "Deployment");
  const { object, unknownFields } = decodeObject(body, schema);
  expect(unknownFields.join(" ")).toBe(
    "spec.foo spec.template.spec.containers[0].Image spec.template.spec.containers[0].ports[0].b foo",
  );
  expect(decodeObject(object, schema).unknownFields).toEqual([]);
  const many = Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`x${at}`, 1]));
  expect(decodeObject(deployment({ spec: many }), schema).unknownFields).toHaveLength(100);
});

function crd(items: Json, properties: JsonObject = {}): JsonObject {
  const openAPIV3Schema = { properties: { a: { items, ...properties } } };
  return { spec: { versions: [{ schema: { openAPIV3Schema } }] } };
}

describe("a schema in a CRD", () => {
  const schema = schemaOf("apiextensions.k8s.io/v1", "CustomResourceDefinition");

  test("what lies below `items` is a schema too, and loses its unknown fields unreported", () => {
    const { object, unknownFields } = decodeObject(crd({ type: "string", foo: 1 }), schema);
    expect(unknownFields).toEqual([]);
    expect(JSON.stringify(object)).toContain('{"items":{"type":"string"}}');
  });

  test("a wrong type there is told at the place of `items`", () => {
    expect(decodeObject(crd({ type: 5 }), schema).wrong).toBe(
      "json: cannot unmarshal number into Go struct field JSONSchemaProps.spec.versions.schema.openAPIV3Schema.properties.items of type string",
    );
    expect(decodeObject(crd(null, { additionalProperties: 5 }), schema).wrong).toBe(
      "boolean or JSON schema expected",
    );
  });
});

test("what was decoded stays as it is when it is decoded again", () => {
  const schema = schemaOf("apps/v1", "Deployment");
  const once = decodeObject(deployment({ [`${POD}/containers`]: [{}] }), schema).object;
  expect(decodeObject(once, schema).object).toEqual(once);
});
