import { expect, test } from "vitest";
import type { Json } from "../../../../src/core/object/json.ts";
import { goSyntax, goText, goTypeName } from "../../../../src/embedded/schema/go-text.ts";

// As fmt prints what encoding/json of Kubernetes decodes.
test.each<[Json, string]>([
  [null, "<nil> | <nil> | <nil>"],
  [true, "true | true | bool"],
  ['a"b', String.raw`a"b | "a\"b" | string`],
  [1_000_000, "1000000 | 1000000 | int64"],
  [1e20, "1e+20 | 1e+20 | float64"],
  [1234567.5, "1.2345675e+06 | 1.2345675e+06 | float64"],
  [0.5, "0.5 | 0.5 | float64"],
  [0.00001, "1e-05 | 1e-05 | float64"],
  [["a", null, 1], '[a <nil> 1] | []interface {}{"a", interface {}(nil), 1} | []interface {}'],
  [
    { b: [], a: { c: null } },
    'map[a:map[c:<nil>] b:[]] | map[string]interface {}{"a":map[string]interface {}{"c":interface {}(nil)}, "b":[]interface {}{}} | map[string]interface {}',
  ],
])("%j is %s", (value, printed) => {
  expect([goText(value), goSyntax(value), goTypeName(value)].join(" | ")).toBe(printed);
});
