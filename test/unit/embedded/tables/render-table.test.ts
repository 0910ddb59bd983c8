import { expect, test } from "vitest";
import { builtInColumns } from "../../../../src/embedded/tables/built-in-columns.ts";
import { columnsOfCrd } from "../../../../src/embedded/tables/crd-columns.ts";
import { renderTable } from "../../../../src/embedded/tables/render-table.ts";

const NOW = Date.parse("2026-11-30T03:10:00Z");
const ITEM = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "a", resourceVersion: "7", creationTimestamp: "2026-11-30T03:00:00Z" },
  data: { x: "y" },
};
const CONFIG_MAP = {
  group: "",
  kind: "ConfigMap",
  columns: builtInColumns({ group: "", kind: "ConfigMap" }),
};

test("a table has the shape of the real server's", () => {
  const table = renderTable({
    resource: CONFIG_MAP,
    items: [ITEM],
    includeObject: "Metadata",
    now: NOW,
  });
  const column = { type: "string", format: "", description: "", priority: 0 };
  expect(table).toEqual({
    kind: "Table",
    apiVersion: "meta.k8s.io/v1",
    metadata: { resourceVersion: "7" },
    columnDefinitions: [
      { ...column, name: "Name", format: "name" },
      { ...column, name: "Data" },
      { ...column, name: "Age" },
    ],
    rows: [
      {
        cells: ["a", 1, "10m"],
        object: {
          kind: "PartialObjectMetadata",
          apiVersion: "meta.k8s.io/v1",
          metadata: ITEM.metadata,
        },
      },
    ],
  });
});

test.each([
  ["None", null],
  ["Object", ITEM],
] as const)("with includeObject=%s a row carries that", (includeObject, object) => {
  const table = renderTable({ resource: CONFIG_MAP, items: [ITEM], includeObject, now: NOW });
  expect(table["rows"]).toEqual([{ cells: ["a", 1, "10m"], object }]);
});

test("a list gives its own metadata, and the version that was asked for", () => {
  const listMetadata = { resourceVersion: "9", continue: "x", remainingItemCount: 3 };
  const table = renderTable({
    resource: CONFIG_MAP,
    items: [ITEM],
    listMetadata,
    includeObject: "Metadata",
    now: NOW,
    version: "v1beta1",
  });
  expect(table).toMatchObject({
    apiVersion: "meta.k8s.io/v1beta1",
    metadata: listMetadata,
    rows: [{ object: { apiVersion: "meta.k8s.io/v1beta1" } }],
  });
});

test.each([
  ["ConfigMap", builtInColumns({ group: "", kind: "ConfigMap" }), []],
  ["LimitRange", builtInColumns({ group: "", kind: "LimitRange" }), null],
  ["Color", columnsOfCrd({}), []],
])("an empty table of %s has the rows %j", (kind, columns, rows) => {
  const resource = { group: "", kind, columns };
  const table = renderTable({ resource, items: [], includeObject: "None", now: NOW });
  expect(table["rows"]).toEqual(rows);
});
