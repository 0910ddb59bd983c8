import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { findTypeFaults } from "../../../../src/embedded/ownership/find-type-faults.ts";
import { WIDGET, widget } from "../../../support/tracked-kinds.ts";

const { schema } = WIDGET;

describe("findTypeFaults", () => {
  const noKey = "associative list with keys has an element that omits all key fields";
  const noDefault = "(and doesn't have default values for any key fields)";
  test.each<{ spec: JsonObject | string; out: readonly string[] }>([
    { spec: { title: "a", replicas: 1.5, flag: null, port: "http", open: [{}] }, out: [] },
    { spec: "x", out: [".spec: expected map, got &{x}"] },
    { spec: { foo: 1, zoo: 1 }, out: [".spec.foo: field not declared in schema"] },
    {
      spec: { replicas: "x" },
      out: [".spec.replicas: expected numeric (int or float), got string"],
    },
    {
      spec: { replicas: [1] },
      out: [".spec.replicas: expected numeric (int or float), got []interface {}"],
    },
    {
      spec: { flag: { b: [1, null], a: "x" } },
      out: [".spec.flag: expected boolean, got &{map[a:x b:[1 <nil>]]}"],
    },
    {
      spec: { title: { b: ["x", null, 1e21], a: {} } },
      out: [
        `.spec.title: expected string, got &value.valueUnstructured{Value:map[string]interface {}{"a":map[string]interface {}{}, "b":[]interface {}{"x", interface {}(nil), 1e+21}}}`,
      ],
    },
    { spec: { tags: { a: 1 } }, out: [".spec.tags: expected list, got &{map[a:1]}"] },
    {
      spec: { tags: ["a", "a", "a"] },
      out: [
        `.spec.tags: duplicate entries for key [="a"]`,
        `.spec.tags: duplicate entries for key [="a"]`,
      ],
    },
    {
      spec: { tags: [1] },
      out: [".spec.tags[=1]: expected string, got &value.valueUnstructured{Value:1}"],
    },
    {
      spec: { tags: [null] },
      out: [
        ".spec.tags: element 0: associative list without keys has an element that's an explicit null",
      ],
    },
    {
      spec: { tags: ["a", {}] },
      out: [
        ".spec.tags: element 1: associative list without keys has an element that's a map type",
      ],
    },
    {
      spec: { tags: [[]] },
      out: [".spec.tags: element 0: not supported: associative list with lists as elements"],
    },
    {
      spec: { items: [{ value: "x" }] },
      out: [`.spec.items: element 0: ${noKey} ["name"] ${noDefault}`],
    },
    { spec: { pairs: [{}] }, out: [`.spec.pairs: element 0: ${noKey} ["a" "b"] ${noDefault}`] },
    {
      spec: { items: ["x"] },
      out: [".spec.items: element 0: associative list with keys may not have non-map elements"],
    },
    {
      spec: { items: [null] },
      out: [".spec.items: element 0: associative list with keys may not have a null element"],
    },
    {
      spec: { ports: [{ port: 80 }, { port: 80, protocol: "TCP" }] },
      out: [`.spec.ports: duplicate entries for key [port=80,protocol="TCP"]`],
    },
    {
      spec: { items: [{ name: "a", zoo: 1 }, { name: 2 }], list: [1] },
      out: [
        `.spec.items[name="a"].zoo: field not declared in schema`,
        `.spec.items[name=2].name: expected string, got &value.valueUnstructured{Value:2}`,
        `.spec.list[0]: expected string, got &value.valueUnstructured{Value:1}`,
      ],
    },
  ])("$spec: $out", ({ spec, out }) => {
    expect(findTypeFaults(widget(spec), schema, { isLive: false })).toEqual(out);
  });

  test("duplicates and unknown fields that are live are tolerated", () => {
    const live = widget({ tags: ["a", "a"], foo: 1 });
    expect(findTypeFaults(live, schema, { isLive: true })).toEqual([]);
  });
});
