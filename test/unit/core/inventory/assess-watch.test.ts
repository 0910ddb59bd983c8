import { expect, test } from "vitest";
import { assessWatch } from "../../../../src/core/inventory/assess-watch.ts";
import type { Sighting } from "../../../../src/core/object/sighting.ts";
import { yaml } from "../../../support/graph-builders.ts";

const NOW = "2026-01-01T12:00:00Z";

const parent = yaml(`
metadata:
  managedFields:
  - {manager: other, operation: Apply, time: "2026-01-01T11:59:00Z", fieldsV1: {}}
  - {manager: lockstep, operation: Apply, time: "2026-01-01T09:00:00Z", fieldsV1: {}}
`);

function lease(holder: string, renewTime: string): Sighting {
  const spec = { holderIdentity: holder, leaseDurationSeconds: 15, renewTime };
  return { kind: "present", object: { spec } };
}

test.each<readonly [string, Sighting, string]>([
  [
    "a converged agent writes nothing, and renews its Lease",
    lease("a-1", "2026-01-01T11:59:56.000000Z"),
    "watched by a-1 as of 2026-01-01T11:59:56.000000Z",
  ],
  [
    "an agent that was killed long ago still stands in its Lease",
    lease("a-1", "2026-01-01T10:00:00.000000Z"),
    "unwatched by  as of 2026-01-01T10:00:00.000000Z",
  ],
  [
    "clocks of machines may differ by the slack",
    lease("a-1", "2026-01-01T11:59:16.000000Z"),
    "watched by a-1 as of 2026-01-01T11:59:16.000000Z",
  ],
  [
    "one that ended gave its Lease back",
    lease("", "2026-01-01T11:59:56.000000Z"),
    "unwatched by  as of 2026-01-01T11:59:56.000000Z",
  ],
  [
    "what was written after the last renewal is newer",
    lease("", "2026-01-01T08:00:00.000000Z"),
    "unwatched by  as of 2026-01-01T09:00:00Z",
  ],
  [
    "without a Lease the write counts",
    { kind: "absent" },
    "unwatched by  as of 2026-01-01T09:00:00Z",
  ],
  [
    "who may not read it knows no more than the last write",
    { kind: "unreadable", reason: "forbidden" },
    "unknown by  as of 2026-01-01T09:00:00Z",
  ],
  [
    "a forged time is no sign of life",
    lease("a-1", "soon"),
    "unwatched by  as of 2026-01-01T09:00:00Z",
  ],
])("%s", (_, sighting, told) => {
  const signs = { lease: sighting, parent, manager: "lockstep", nowMs: Date.parse(NOW) };
  const { state, holder, asOf } = assessWatch(signs);
  expect(`${state} by ${holder} as of ${asOf}`).toBe(told);
});

test("of a parent that shows no owner nothing is known", () => {
  const signs = { lease: { kind: "absent" }, manager: "lockstep", nowMs: 0 } as const;
  expect(assessWatch({ ...signs, parent: {} }).asOf).toBe("");
  expect(assessWatch({ ...signs, parent: undefined }).asOf).toBe("");
});
