import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Json, JsonObject } from "../../../../src/core/object/json.ts";
import { builtInColumns } from "../../../../src/embedded/tables/built-in-columns.ts";
import { renderTable } from "../../../../src/embedded/tables/render-table.ts";

/** What kube-apiserver 1.34 answered for one kind. */
interface RealTable {
  readonly group: string;
  readonly kind: string;
  /** `Ready:string`, with `*` behind it for `-o wide`. */
  readonly columns: readonly JsonObject[];
  readonly rows: readonly {
    readonly object: JsonObject;
    readonly cells: readonly Json[];
    readonly conditions?: Json;
    /** Epoch milliseconds of the answer. */
    readonly now: number;
  }[];
}

const FIXTURE = join(import.meta.dirname, "../../../fixtures/kubectl-tables.json");
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- our own fixture
const TABLES = JSON.parse(readFileSync(FIXTURE, "utf8")) as readonly RealTable[];

test.each(TABLES)("$kind $group has the columns of the real server", ({ group, kind, columns }) => {
  const own = builtInColumns({ group, kind }).map(({ name, type, format, priority }) => ({
    name,
    type,
    format,
    priority,
  }));
  expect(own).toEqual(columns);
});

const ROWS = TABLES.flatMap(({ group, kind, rows }) =>
  rows.map((row) => ({ ...row, group, kind, name: JSON.stringify(row.object["metadata"]) })),
);

test.each(ROWS)("$kind $name is shown as by the real server", (row) => {
  const { group, kind, object, cells, conditions, now } = row;
  const resource = { group, kind, columns: builtInColumns({ group, kind }) };
  const table = renderTable({ resource, items: [object], includeObject: "None", now });
  expect(table["rows"]).toEqual([
    { cells, ...(conditions === undefined ? {} : { conditions }), object: null },
  ]);
});
