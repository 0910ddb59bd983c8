import { expect, test } from "vitest";
import { explainEdit } from "../../../../src/core/wording/explain-edit.ts";
import { driftStatus } from "../../../support/status-builder.ts";

test.each([
  [{}, "kubectl-edit changed spec.replicas"],
  [{ class: "added", sharedWith: ["helm"] }, "kubectl-edit or helm added spec.replicas"],
  [{ class: "removed", manager: "" }, "somebody removed spec.replicas"],
  [{ class: "missing", manager: "", path: "" }, "somebody deleted it"],
  [{ class: "coowned" }, "kubectl-edit owns spec.replicas too"],
])("%j, without values: %s", (written, sentence) => {
  const secret = { desired: "hunter1", live: "hunter2" };
  expect(explainEdit(driftStatus("Deployment.apps/shop/web", { ...secret, ...written }))).toBe(
    sentence,
  );
});
