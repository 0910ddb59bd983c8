import { expect, test } from "vitest";
import { withoutForeignOrder } from "../../../../src/core/plan/without-foreign-order.ts";
import { manifest } from "../../../support/graph-builders.ts";
import { appliedAt, NEW } from "../../../support/look-builder.ts";
import { editObject } from "../../../support/server-side-apply.ts";

const AFTER = { metadata: { annotations: { "lockstep.dev/after": "ConfigMap/db@exists" } } };
const OURS = { manager: "lockstep", renamedFrom: [] };

test("an order counts on a live object only where our own Apply entry owns it", () => {
  const ordered = appliedAt(manifest("ConfigMap/shop/web", { after: "ConfigMap/db@exists" }), NEW);
  expect(withoutForeignOrder(ordered, OURS)).toBe(ordered);
  const plain = appliedAt(manifest("ConfigMap/shop/web"), NEW);
  expect(withoutForeignOrder(plain, OURS)).toBe(plain);
  const foreign = editObject(plain, "kubectl", AFTER);
  expect(withoutForeignOrder(foreign, OURS)).not.toHaveProperty([
    "metadata",
    "annotations",
    "lockstep.dev/after",
  ]);
});
