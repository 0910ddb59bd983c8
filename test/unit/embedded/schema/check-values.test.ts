import { describe, expect, test } from "vitest";
import type { Json, JsonObject } from "../../../../src/core/object/json.ts";
import { faultText } from "../../../../src/embedded/invalid-object.ts";
import { checkValues } from "../../../../src/embedded/schema/check-values.ts";
import { schemaOfCrd } from "../../../../src/embedded/schema/crd-schema.ts";

// Answers of kube-apiserver 1.34.4 to objects of a CRD with these schemas at `spec.x`.

function faultsOf(x: JsonObject, value: Json, more: JsonObject = {}): readonly string[] {
  const spec = { type: "object", properties: { x }, ...more };
  const schema = schemaOfCrd({ type: "object", properties: { spec } });
  const faults = checkValues({ spec: { x: value } }, schema);
  return faults.map((fault) => `${fault.field}: ${faultText(fault)}`);
}

const TEXT = { type: "string", minLength: 2, maxLength: 5, pattern: "^[a-z]+$" };
const COUNT = { type: "integer", minimum: 1, maximum: 10 };
const BETWEEN = { ...COUNT, exclusiveMinimum: true, exclusiveMaximum: true };
const LIST = { type: "array", minItems: 1, maxItems: 2, items: { type: "string" } };
const MAP = {
  type: "object",
  minProperties: 1,
  maxProperties: 2,
  additionalProperties: { type: "integer" },
};
const KEYED = {
  type: "array",
  "x-kubernetes-list-type": "map",
  "x-kubernetes-list-map-keys": ["name", "port"],
  items: {
    type: "object",
    required: ["name"],
    properties: { name: { type: "string" }, port: { type: "integer" } },
  },
};
const SET = { type: "array", "x-kubernetes-list-type": "set", items: { type: "string" } };

describe("one value", () => {
  test.each([
    [TEXT, "abc", ""],
    [TEXT, 5, 'Invalid value: "integer": spec.x in body must be of type string: "integer"'],
    [TEXT, "a", 'Invalid value: "a": spec.x in body should be at least 2 chars long'],
    [TEXT, "éééééé", "Too long: may not be more than 5 bytes"],
    [TEXT, "A1", `Invalid value: "A1": spec.x in body should match '^[a-z]+$'`],
    [TEXT, "aaa\n", `Invalid value: "aaa\\n": spec.x in body should match '^[a-z]+$'`],
    [TEXT, null, 'Invalid value: "null": spec.x in body must be of type string: "null"'],
    [{ type: "string", nullable: true }, null, ""],
    [
      { enum: ["a", "b"], type: "string" },
      "c",
      'Unsupported value: "c": supported values: "a", "b"',
    ],
    [{ enum: [1, 2], type: "integer" }, 3, 'Unsupported value: 3: supported values: "1", "2"'],
    [COUNT, 0, "Invalid value: 0: spec.x in body should be greater than or equal to 1"],
    [COUNT, 11, "Invalid value: 11: spec.x in body should be less than or equal to 10"],
    [COUNT, 2, ""],
    [COUNT, 1.5, 'Invalid value: "number": spec.x in body must be of type integer: "number"'],
    [BETWEEN, 1, "Invalid value: 1: spec.x in body should be greater than 1"],
    [BETWEEN, 10, "Invalid value: 10: spec.x in body should be less than 10"],
    [
      { type: "number", multipleOf: 0.5 },
      0.3,
      "Invalid value: 0.3: spec.x in body should be a multiple of 0.5",
    ],
    [
      { type: "number", multipleOf: 0.5 },
      1,
      "Invalid value: 0: factor MultipleOf declared for spec.x must be positive: 0",
    ],
    [{ type: "number" }, 1, ""],
    [LIST, [], "Invalid value: 0: spec.x in body should have at least 1 items"],
    [LIST, ["a", "b", "c"], "Too many: 3: must have at most 2 items"],
    [LIST, "x", 'Invalid value: "string": spec.x in body must be of type array: "string"'],
    [MAP, {}, "Invalid value: 0: spec.x in body should have at least 1 properties"],
    [MAP, { a: 1, b: 2, c: 3 }, "Too many: 3: must have at most 2 items"],
    [
      { "x-kubernetes-int-or-string": true },
      1.5,
      'Invalid value: "number": spec.x in body must be of type integer,string: "number"',
    ],
    [{ "x-kubernetes-int-or-string": true }, "x", ""],
    [{ "x-kubernetes-preserve-unknown-fields": true }, [{}], ""],
    [
      { type: "string", format: "date-time" },
      "2020-01-01 00:00:00Z",
      'Invalid value: "2020-01-01 00:00:00Z": spec.x in body must be of type date-time: "2020-01-01 00:00:00Z"',
    ],
    [
      { type: "string", format: "date-time" },
      5,
      'Invalid value: "int64": spec.x in body must be of type date-time: "int64"',
    ],
    [{ type: "string", format: "date-time" }, [], ""],
    [{ type: "string", format: "unheard-of" }, "x", ""],
    [{ type: "integer", format: "int32" }, 3_000_000_000, ""],
  ] as const)("%j: %j → %s", (schema, value, fault) => {
    expect(faultsOf(schema, value).join(" + ")).toBe(fault === "" ? "" : `spec.x: ${fault}`);
  });

  test.each([
    ["byte", "YQ==", "YQ"],
    ["date", "2020-01-01", "2020-02-30"],
    ["duration", "1h30m", "1"],
    ["duration", "3 days", ""],
    ["email", "a@b", "x"],
    ["hostname", "a.bc", "a_b"],
    ["uri", "/a", "a"],
    ["ipv4", "1.2.3.04", "1.2.3"],
    ["ipv6", "::1", "1.1.1.1"],
    ["cidr", "1.2.3.4/8", "1.2.3.4/33"],
    ["mac", "00:00:5e:00:53:01", "00:00"],
    ["uuid", "A987FBC9-4BED-3078-CF07-9141BA07C9F3", "A987"],
    ["date-time", "2020-01-01t00:00:00z", "2020-01-01T00:00:00"],
  ])("format %s: %j is one, %j is none", (format, good, bad) => {
    const schema = { type: "string", format };
    expect(faultsOf(schema, good)).toEqual([]);
    expect(faultsOf(schema, bad)).toHaveLength(1);
  });
});

describe("what is in a value", () => {
  test.each([
    [KEYED, [{ port: 1 }], ["spec.x[0].name: Required value"]],
    [
      KEYED,
      [{ name: "a", port: 80 }, { name: "a", port: 80 }, { name: "a", port: 80 }, { name: 5 }],
      [
        'spec.x[3].name: Invalid value: "integer": spec.x[3].name in body must be of type string: "integer"',
        'spec.x[1]: Duplicate value: {"name":"a","port":80}',
      ],
    ],
    [
      KEYED,
      ["x"],
      [
        'spec.x[0]: Invalid value: "string": spec.x[0] in body must be of type object: "string"',
        'spec.x[0]: Invalid value: "x": must be an object for an array of list-type map',
      ],
    ],
    [
      SET,
      ["a", "a", "b", "b", "a"],
      ['spec.x[1]: Duplicate value: "a"', 'spec.x[3]: Duplicate value: "b"'],
    ],
    [
      MAP,
      { a: "x" },
      ['spec.x.a: Invalid value: "string": spec.x.a in body must be of type integer: "string"'],
    ],
    [
      { type: "object", "x-kubernetes-embedded-resource": true },
      { apiVersion: "", kind: "A_b" },
      [
        'spec.x.apiVersion: Invalid value: "": must not be empty',
        `spec.x.kind: Invalid value: "A_b": may have mixed case, but should otherwise match: a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')`,
      ],
    ],
    [
      { type: "object", "x-kubernetes-embedded-resource": true },
      {},
      ["spec.x.apiVersion: Required value", "spec.x.kind: Required value"],
    ],
  ] as const)("%j: %j", (schema, value, faults) => {
    expect(faultsOf(schema, value)).toEqual(faults);
  });
});

describe("branches", () => {
  const branches = {
    type: "object",
    properties: { a: { type: "string" }, b: { type: "string" }, c: { type: "integer" } },
    oneOf: [{ required: ["a"] }, { required: ["b"] }],
    anyOf: [{ properties: { c: { minimum: 3 } } }, { required: ["b"] }],
    allOf: [{ properties: { c: { maximum: 100 } } }],
    not: { required: ["c", "b"] },
  };

  test.each([
    [{ a: "x" }, []],
    [
      {},
      [
        '<nil>: Invalid value: "": "spec.x" must validate one and only one schema (oneOf). Found none valid',
        "spec.x.a: Required value",
      ],
    ],
    [
      { a: "x", b: "y" },
      [
        '<nil>: Invalid value: "": "spec.x" must validate one and only one schema (oneOf). Found 2 valid alternatives',
      ],
    ],
    [
      { a: "x", c: 1 },
      [
        '<nil>: Invalid value: "": "spec.x" must validate at least one schema (anyOf)',
        "spec.x.c: Invalid value: 1: spec.x.c in body should be greater than or equal to 3",
      ],
    ],
    [
      { a: "x", c: 200 },
      [
        "spec.x.c: Invalid value: 200: spec.x.c in body should be less than or equal to 100",
        '<nil>: Invalid value: "": "spec.x" must validate all the schemas (allOf). None validated',
      ],
    ],
    [{ b: "x", c: 5 }, ['<nil>: Invalid value: "": "spec.x" must not validate the schema (not)']],
  ] as const)("%j", (value, faults) => {
    expect(faultsOf(branches, value)).toEqual(faults);
  });
});

test("with CEL rules the server says that it did not look at them", () => {
  const rules = { "x-kubernetes-validations": [{ rule: "self.x == 'a'" }] };
  expect(faultsOf({ type: "string" }, 5, rules).at(-1)).toBe(
    "<nil>: Invalid value: null: some validation rules were not checked because the object was invalid; correct the existing errors to complete validation",
  );
  expect(faultsOf({ type: "string" }, "b", rules)).toEqual([]);
});

test("a CRD may limit the name", () => {
  const metadata = { type: "object", properties: { name: { type: "string", maxLength: 3 } } };
  const schema = schemaOfCrd({ type: "object", properties: { metadata } });
  const faults = checkValues({ metadata: { name: "four", ownerReferences: [{}] } }, schema);
  expect(faults).toEqual([
    { kind: "too-long", field: "metadata.name", detail: "may not be more than 3 bytes" },
  ]);
});
