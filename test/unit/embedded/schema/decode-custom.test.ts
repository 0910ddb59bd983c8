import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../../src/core/object/json.ts";
import { schemaOfCrd } from "../../../../src/embedded/schema/crd-schema.ts";
import { decodeObject } from "../../../../src/embedded/schema/decode-object.ts";
import { fillDefaults } from "../../../../src/embedded/schema/default-values.ts";

// Answers of kube-apiserver 1.34.4 to objects of a CRD with this schema.
const SCHEMA = schemaOfCrd({
  type: "object",
  properties: {
    spec: {
      type: "object",
      properties: {
        text: { type: "string" },
        nullable: { type: "string", nullable: true, default: "q" },
        given: { type: "string", default: "q" },
        deep: {
          type: "object",
          default: { a: "x" },
          properties: {
            a: { type: "string" },
            b: { type: "string", default: "bb" },
            c: { type: "object", properties: { z: { type: "integer", default: 5 } } },
          },
        },
        list: {
          type: "array",
          items: { type: "object", properties: { port: { type: "integer", default: 80 } } },
        },
        map: { type: "object", additionalProperties: { type: "integer" } },
        free: { type: "object", additionalProperties: true },
        any: { "x-kubernetes-preserve-unknown-fields": true },
        open: {
          type: "object",
          "x-kubernetes-preserve-unknown-fields": true,
          properties: { k: { type: "object", properties: { a: { type: "string" } } } },
        },
        object: {
          type: "object",
          "x-kubernetes-embedded-resource": true,
          properties: { spec: { type: "object", properties: { a: { type: "string" } } } },
        },
      },
    },
  },
});

describe("unknown fields", () => {
  test.each([
    [{ spec: { foo: 1, list: [{ zz: 1, foo: 2 }] } }, "spec.foo spec.list[0].foo spec.list[0].zz"],
    [{ spec: { zz: 1 }, metadata: { zz: 1 }, aa: 5 }, "metadata.zz aa spec.zz"],
    [{ metadata: { ownerReferences: [{ foo: 1 }] } }, "metadata.ownerReferences[0].foo"],
    [{ spec: { open: { x: 1, k: { a: "b", zz: 1 } } } }, "spec.open.k.zz"],
    [{ spec: { any: { x: [{ y: 1 }] } } }, ""],
    [{ spec: { free: { a: { b: 1 } } } }, "spec.free.a.b"],
    [{ spec: { free: { a: 1 }, map: { a: 1 } } }, ""],
    [
      {
        spec: {
          object: {
            apiVersion: "v1",
            kind: "X",
            metadata: { zz: 1 },
            spec: { zz: 2 },
            rr: 3,
          },
        },
      },
      "spec.object.rr spec.object.spec.zz spec.object.metadata.zz",
    ],
  ] as const)("%j: %s", (body, paths) => {
    const { object, unknownFields } = decodeObject(body, SCHEMA);
    expect(unknownFields.join(" ")).toBe(paths);
    expect(decodeObject(object, SCHEMA)).toEqual({
      object,
      unknownFields: [],
      wrong: undefined,
      wrongInPatch: undefined,
    });
  });
});

describe("what cannot be read at all", () => {
  test.each([
    [
      { metadata: { labels: { a: 5 } } },
      "json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string",
    ],
    [{ metadata: 5 }, "json: cannot unmarshal number into Go value of type v1.ObjectMeta"],
    [
      { metadata: { creationTimestamp: "x" } },
      'parsing time "x" as "2006-01-02T15:04:05Z07:00": cannot parse "x" as "2006"',
    ],
    [
      { spec: { object: { apiVersion: 5 } } },
      "spec.object.apiVersion: Invalid value: 5: must be a string",
    ],
    [
      { spec: { object: { metadata: { labels: { a: 5 } } } } },
      'spec.object.metadata: Invalid value: {"labels":{"a":5}}: json: cannot unmarshal number into Go struct field ObjectMeta.labels of type string',
    ],
    [{ spec: "x" }, undefined],
  ] as const)("%j: %s", (body, wrong) => {
    expect(decodeObject(body, SCHEMA).wrong).toBe(wrong);
  });
});

test("metadata goes through Go as everywhere", () => {
  const { object } = decodeObject(
    { metadata: { name: "a", labels: {}, annotations: { a: null } } },
    SCHEMA,
  );
  expect(object).toEqual({ metadata: { name: "a", annotations: { a: "" } } });
});

describe("defaults and nulls", () => {
  const given = { nullable: "q", given: "q", deep: { a: "x", b: "bb" } };

  test.each([
    [{}, given],
    [
      { text: null, map: { a: null }, any: null },
      { ...given, map: {} },
    ],
    [{ given: null, deep: null }, given],
    [{ nullable: null }, { ...given, nullable: null }],
    [{ deep: {} }, { ...given, deep: { b: "bb" } }],
    [{ deep: { a: null, b: null, c: {} } }, { ...given, deep: { b: "bb", c: { z: 5 } } }],
    [{ list: [{}, { port: 1 }, null] }, { ...given, list: [{ port: 80 }, { port: 1 }, null] }],
    [
      { any: { a: null }, free: { a: null } },
      { ...given, any: { a: null }, free: { a: null } },
    ],
  ] as readonly (readonly [JsonObject, Json])[])("%j", (spec, expected) => {
    const filled = fillDefaults(decodeObject({ spec }, SCHEMA).object, SCHEMA);
    expect(filled["spec"]).toEqual(expected);
    expect(fillDefaults(filled, SCHEMA)).toEqual(filled);
  });

  test("an apply's nulls are not read, so only a default takes their place", () => {
    const { spec } = fillDefaults({ spec: { text: null, given: null } }, SCHEMA);
    expect(spec).toEqual({ ...given, text: null });
  });

  test("nothing is made for an object that is not there", () => {
    expect(fillDefaults({}, SCHEMA)).toEqual({});
    expect(decodeObject({ spec: null }, SCHEMA).object).toEqual({});
  });
});
