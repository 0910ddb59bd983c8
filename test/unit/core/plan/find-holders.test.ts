import { expect, test } from "vitest";
import { objectKey } from "../../../../src/core/object/object-id.ts";
import { findHolders } from "../../../../src/core/plan/find-holders.ts";
import { planPass } from "../../../../src/core/plan/plan-pass.ts";
import { manifest } from "../../../support/graph-builders.ts";
import { appliedAt, lookOf } from "../../../support/look-builder.ts";

const other = manifest("ConfigMap/shop/other");

test("only what is nobody's here is followed, each once, of however many blockers", () => {
  const count = 100;
  const first = Array.from({ length: count }, (_, index) =>
    manifest(`ConfigMap/shop/first-${index}`, { after: "ConfigMap/shop/other@exists" }),
  );
  const after = first.map(({ id }) => objectKey(id)).join(", ");
  const second = Array.from({ length: count }, (_, index) =>
    manifest(`ConfigMap/shop/second-${index}`, { after }),
  );
  const git = [...first, ...second];
  const look = lookOf({
    git,
    live: [
      {
        ...appliedAt(other),
        metadata: { name: "other", namespace: "shop", deletionTimestamp: "2026-01-01T00:00:00Z" },
      },
    ],
    absent: git.map(({ id }) => objectKey(id)),
  });
  let asked = 0;
  const counted = git.map((each) => ({
    ...each,
    get id() {
      asked += 1;
      return each.id;
    },
  }));
  const plan = planPass(look);
  const blockers = plan.objects.flatMap((each) => each.blockers);
  const holders = findHolders(plan, { ...look, desired: { ...look.desired, manifests: counted } });
  expect([blockers.length, holders.map(({ id }) => objectKey(id)), asked]).toEqual([
    count + count * count,
    ["ConfigMap/shop/other"],
    git.length,
  ]);
});
