import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../../../src/core/object/json.ts";
import { columnsOfCrd } from "../../../../src/embedded/tables/crd-columns.ts";

const NOW = Date.parse("2026-11-30T03:10:00Z");

function cell(object: JsonObject, jsonPath: string, type = "string"): Json {
  const [, shown] = columnsOfCrd({ additionalPrinterColumns: [{ name: "X", type, jsonPath }] });
  return shown?.cell(object, NOW) ?? null;
}

const OBJECT = {
  metadata: { name: "r", annotations: { "a.b": "quoted" } },
  spec: {
    color: "red",
    n: 3,
    list: [
      { type: "Ready", status: "True", n: 1 },
      { type: "Other", status: "False", n: 2, ok: true },
    ],
    any: { z: 1, a: [true, 1.5, "<&>"] },
    none: null,
  },
};

// Cells of kube-apiserver 1.34.
test.each([
  [".spec.color", "red"],
  [".spec.n", "3"],
  [".spec.nope", null],
  [".spec.none", null],
  [".spec.color.deeper", null],
  [".spec.list[*].type", "Ready"],
  [".spec.list[0].type", "Ready"],
  [".spec.list[5].type", null],
  [".spec.list[-1:].type", "Other"],
  [".spec.list[-1].type", "Other"],
  [".spec.list[1:].type", "Other"],
  [".spec.list[0:1].type", "Ready"],
  [".spec.list[0]", '{"n":1,"status":"True","type":"Ready"}'],
  [".spec.any", '{"a":[true,1.5,"\\u003c\\u0026\\u003e"],"z":1}'],
  [".spec['color']", "red"],
  [".metadata.annotations['a\\.b']", "quoted"],
  [".metadata.annotations.a\\.b", "quoted"],
  ['.spec.list[?(@.type=="Ready")].status', "True"],
  [".spec.list[?(@.type=='Other')].status", "False"],
  ['.spec.list[?(@.type == "Other")].status', "False"],
  ['.spec.list[?(@.type!="Ready")].status', "False"],
  ['.spec.list[?(@.type=="No")].status', null],
  [".spec.list[?(@.n>1)].type", "Other"],
  [".spec.list[?(@.n>=1)].type", "Ready"],
  [".spec.list[?(@.n<2)].type", "Ready"],
  [".spec.list[?(@.n<=0)].type", null],
  [".spec.list[?(@.ok==true)].type", "Other"],
  [".spec.list[?(@.ok)].type", "Other"],
  [".spec.list[?(@.n==@.n)].type", "Ready"],
  [".spec.any.*", "1"],
  [".spec.constructor", null],
  ["..color", null],
  [".spec.list[?(", null],
  ["spec", null],
])("the column %s of text shows %j", (path, shown) => {
  expect(cell(OBJECT, path)).toBe(shown);
});

test.each<[Json, string, Json]>([
  [1.5, "string", "1.5"],
  [1.5, "integer", 1],
  [1.5, "number", 1.5],
  [7, "integer", 7],
  ["12", "integer", null],
  [true, "string", "true"],
  [true, "boolean", true],
  ["true", "boolean", null],
  ["2026-11-29T03:02:42Z", "date", "24h"],
  ["2027-11-29T03:02:42Z", "date", "<invalid>"],
  ["notadate", "date", "<invalid>"],
  ["2026-11-29", "date", "<invalid>"],
  ["", "date", "<unknown>"],
  [7, "date", null],
  ["x", "strange", null],
])("the value %j in a column of type %s shows %j", (value, type, shown) => {
  expect(cell({ spec: { value } }, ".spec.value", type)).toBe(shown);
});

function brief(versionEntry: JsonObject): string {
  return columnsOfCrd(versionEntry)
    .map(({ name, type, format, priority }) => `${name}:${type}:${format}:${String(priority)}`)
    .join(" ");
}

test("a CRD without columns shows the age, one with columns only those", () => {
  expect(brief({})).toBe("Name:string:name:0 Age:date::0");
  const columns = [{ name: "N", type: "number", format: "double", jsonPath: ".n", priority: 1 }];
  expect(brief({ additionalPrinterColumns: columns })).toBe("Name:string:name:0 N:number:double:1");
});

test("a column says where it comes from, unless it is described", () => {
  const columns = [
    { name: "a", type: "string", jsonPath: ".a" },
    { name: "b", type: "string", jsonPath: ".b", description: "whenever" },
  ];
  const described = columnsOfCrd({ additionalPrinterColumns: columns });
  expect(described.map(({ description }) => description)).toEqual([
    "",
    "Custom resource definition column (in JSONPath format): .a",
    "whenever",
  ]);
});

test("a filter of very many blanks does not hold up everybody", () => {
  const startedMs = performance.now();
  expect(cell(OBJECT, `.spec.list[?(@.type${" ".repeat(50_000)})].type`)).toBe("Ready");
  expect(performance.now() - startedMs).toBeLessThan(500);
});
