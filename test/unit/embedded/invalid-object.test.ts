import { expect, test } from "vitest";
import type { Fault } from "../../../src/embedded/fault.ts";
import { faultText, invalidObject } from "../../../src/embedded/invalid-object.ts";

const detail = "so it is";

test.each([
  [{ kind: "required", detail: "" }, "Required value"],
  [{ kind: "required", value: "x", detail }, "Required value: so it is"],
  [{ kind: "invalid", value: 'a"b', detail }, String.raw`Invalid value: "a\"b": so it is`],
  [
    { kind: "invalid", value: "\u0001\u0007\u007f", detail },
    String.raw`Invalid value: "\x01\a\x7f": so it is`,
  ],
  [
    { kind: "invalid", value: { b: 1, a: [true] }, detail },
    'Invalid value: {"b":1,"a":[true]}: so it is',
  ],
  [{ kind: "invalid", value: -3, detail }, "Invalid value: -3: so it is"],
  [{ kind: "invalid", detail }, "Invalid value: null: so it is"],
  [
    { kind: "immutable", value: "x", detail: "field is immutable" },
    'Invalid value: "x": field is immutable',
  ],
  [
    { kind: "not-supported", value: "x", detail: "", supported: ["a", "b"] },
    'Unsupported value: "x": supported values: "a", "b"',
  ],
  [{ kind: "not-supported", value: "x", detail: "" }, 'Unsupported value: "x"'],
  [{ kind: "forbidden", value: "x", detail }, "Forbidden: so it is"],
  [{ kind: "duplicate", value: "x", detail: "" }, 'Duplicate value: "x"'],
  [
    { kind: "too-long", value: "x", detail: "may not be more than 1 bytes" },
    "Too long: may not be more than 1 bytes",
  ],
  [
    { kind: "too-many", value: 3, detail: "must have at most 2 items" },
    "Too many: 3: must have at most 2 items",
  ],
  [{ kind: "not-found", value: "x", detail: "" }, 'Not found: "x"'],
] as const satisfies readonly (readonly [Omit<Fault, "field">, string])[])(
  "words %j as the server does",
  (fault, text) => {
    expect(faultText({ ...fault, field: "spec" })).toBe(text);
  },
);

test("says a fault once that is found twice, and lists it twice", () => {
  const fault: Fault = { kind: "required", field: "spec.a", detail: "" };
  const other: Fault = { kind: "forbidden", field: "spec.b", detail };
  const object = { group: "apps", kind: "Deployment", name: "web" };
  const one = invalidObject(object, [fault, fault]);
  expect([one.code, one.message, one.details?.["causes"]]).toEqual([
    422,
    'Deployment.apps "web" is invalid: spec.a: Required value',
    [
      { reason: "FieldValueRequired", message: "Required value", field: "spec.a" },
      { reason: "FieldValueRequired", message: "Required value", field: "spec.a" },
    ],
  ]);
  expect(invalidObject(object, [fault, other, fault]).message).toBe(
    'Deployment.apps "web" is invalid: [spec.a: Required value, spec.b: Forbidden: so it is]',
  );
});
