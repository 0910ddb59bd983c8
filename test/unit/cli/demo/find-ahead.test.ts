import { expect, test } from "vitest";
import { findAhead } from "../../../../src/cli/demo/find-ahead.ts";
import { objectStatus, stackStatus } from "../../../support/status-builder.ts";

interface Row {
  readonly db: readonly string[];
  readonly api: readonly string[];
  readonly ahead: boolean;
  readonly gate?: string;
  readonly informational?: boolean;
}

test.each<Row>([
  { db: ["1.4.0"], api: ["1.4.0"], ahead: false },
  { db: ["1.5.0"], api: ["1.4.0"], ahead: false },
  { db: ["1.4.0"], api: ["1.5.0"], ahead: true },
  { db: ["1.4.0", "1.5.0"], api: ["1.5.0"], ahead: true },
  { db: ["1.5.0"], api: ["1.4.0", "1.5.0"], ahead: false },
  { db: ["1.9.0"], api: ["1.10.0"], ahead: true },
  { db: [], api: ["1.5.0"], ahead: false },
  { db: ["1.4.0"], api: ["hotfix"], ahead: false },
  { db: ["1.4.0"], api: ["1.5.0"], ahead: false, gate: "rolled-out" },
  { db: ["1.4.0"], api: ["1.5.0"], ahead: false, informational: true },
])("db runs $db and api $api: ahead $ahead ($gate $informational)", (row) => {
  const { db, api, ahead, gate = "lockstep", informational = false } = row;
  const objects = [
    objectStatus("Deployment.apps/shop/db", { version: { declared: null, running: db } }),
    objectStatus("Deployment.apps/shop/api", { version: { declared: null, running: api } }),
  ];
  const edge = {
    from: "Deployment.apps/shop/api",
    to: "Deployment.apps/shop/db",
    gate,
    origin: "",
    informational,
    unversioned: false,
  };
  expect(findAhead(stackStatus({ objects }), [edge])).toEqual(
    ahead ? ["Deployment.apps/shop/api"] : [],
  );
});

test("a target that the stack does not have says nothing", () => {
  const kind = { gate: "lockstep", origin: "", informational: false, unversioned: false };
  const edge = { from: "A/a", to: "B/b", ...kind };
  expect(findAhead(stackStatus(), [edge])).toEqual([]);
});
