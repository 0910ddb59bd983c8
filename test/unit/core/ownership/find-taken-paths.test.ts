import { expect, test } from "vitest";
import { pathsOf } from "../../../../src/core/ownership/field-set.ts";
import { findTakenPaths } from "../../../../src/core/ownership/find-taken-paths.ts";
import { formatPath } from "../../../../src/core/ownership/format-path.ts";
import { readManagerEntries } from "../../../../src/core/ownership/read-manager-entries.ts";
import { managed, rawEntry } from "../../../support/managed-object.ts";

const LIVE = managed({ apiVersion: "v1", kind: "ConfigMap", data: { a: "1", b: "1", c: "1" } }, [
  rawEntry("k9s", { "f:data": { "f:a": {}, "f:z": {} } }),
  rawEntry("helm/Apply", { "f:data": { "f:b": {} } }),
  { ...rawEntry("scaler", { "f:data": { "f:c": {} } }), subresource: "scale" },
]);
const INTENT = { data: { a: "1", b: "1", c: "1" } };

test.each([
  {
    what: "what an update or an apply owns of the intent",
    left: "",
    taken: ["/data/a", "/data/b"],
  },
  { what: "but what is left alone", left: "/data/a", taken: ["/data/b"] },
])("$what; never what came through scale, nor an addition", ({ left, taken }) => {
  const found = findTakenPaths(
    readManagerEntries(LIVE).entries,
    INTENT,
    (path) => formatPath(path) === left,
  );
  expect(pathsOf(found).map(formatPath)).toEqual(taken);
});
