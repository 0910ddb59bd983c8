import { expect, test } from "vitest";
import type { JsonObject } from "../../../../src/core/object/json.ts";
import { isSettledByOthers } from "../../../../src/core/plan/is-settled-by-others.ts";
import { buildWorld } from "../../../../src/core/plan/world.ts";
import { assessRolledOut } from "../../../../src/core/rollout/rolled-out.ts";
import { manifest } from "../../../support/graph-builders.ts";
import { appliedAt, keyFrom, lookOf } from "../../../support/look-builder.ts";
import { partyOf, workload } from "../../../support/rollout-builders.ts";

/** A copy that counts how often a member is looked at. */
function counting(object: JsonObject, member: string): { object: JsonObject; count: () => number } {
  let looks = 0;
  const counted = Object.defineProperty({ ...object }, member, {
    enumerable: true,
    get() {
      looks += 1;
      return object[member];
    },
  });
  return { object: counted, count: () => looks };
}

test("a target is judged once a reading, however many edges end at it", () => {
  const reading = workload("Deployment", "9.1.0", { pods: [{ version: "9.1.0" }] });
  const { object, count } = counting(reading.object, "status");
  const target = partyOf({ ...reading, object });
  const options = { paths: new Map(), trust: "status" } as const;
  const first = assessRolledOut(target, options);
  const looks = count();
  expect([assessRolledOut(target, options), looks > 0, count()]).toEqual([first, true, looks]);
});

test("whether others made an object what Git wants is compared once a look", () => {
  const settings = manifest("ConfigMap/shop/settings", { rest: "data: {size: '2'}" });
  const { object, count } = counting(appliedAt(settings), "data");
  const look = lookOf({ git: [settings], live: [object], rules: { mode: "observe" } });
  const item = buildWorld(look).cases.get(keyFrom("ConfigMap/shop/settings"));
  const first = isSettledByOthers(item);
  const looks = count();
  expect([isSettledByOthers(item), looks > 0, count()]).toEqual([first, true, looks]);
});
