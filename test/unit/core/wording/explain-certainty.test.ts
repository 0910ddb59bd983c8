import { expect, test } from "vitest";
import { explainCertainty } from "../../../../src/core/wording/explain-certainty.ts";
import { nameWriter } from "../../../../src/core/wording/name-writer.ts";
import { driftStatus, type WrittenDrift } from "../../../support/status-builder.ts";

const rows: readonly (readonly [WrittenDrift, who: string, certainty: RegExp])[] = [
  [{}, "kubectl-edit", /^recorded: .* only the one that changed it last gets/],
  [{ operation: "Apply" }, "kubectl-edit", /^recorded: the agent saw the one write that put/],
  [
    { operation: "Apply", attribution: "unknown" },
    "somebody (in kubectl-edit)",
    /^unknown: kubectl-edit applies this value; somebody may have written the same before/,
  ],
  [{ class: "coowned" }, "kubectl-edit", /^recorded: .* another question/],
  [
    { attribution: "shared", sharedWith: ["k9s"] },
    "kubectl-edit (or k9s)",
    /^shared: each of them/,
  ],
  [
    { manager: "ancient-changes", attribution: "unknown" },
    "somebody (in ancient-changes)",
    /^unknown: the server merged the entries of several managers into ancient-changes/,
  ],
  [
    { manager: "before-first-apply", attribution: "unknown", sharedWith: ["helm"] },
    "somebody (in before-first-apply, or helm)",
    /^unknown: the server merged/,
  ],
  [
    { class: "removed", manager: "", attribution: "unknown" },
    "somebody",
    /^unknown: who takes a field away/,
  ],
  [{ class: "removed" }, "kubectl-edit", /^recorded: the agent saw the one write/],
  [
    { class: "missing", manager: "", attribution: "unknown" },
    "somebody",
    /^unknown: .* who deletes/,
  ],
  [{ class: "legacy", manager: "", attribution: "unknown" }, "somebody", /^unknown: who resets/],
  [{ manager: "", attribution: "unknown" }, "somebody", /^unknown: nobody but us owns it/],
];

test.each(rows)("%j → %s, %s", (written, who, certainty) => {
  const drift = driftStatus("Deployment.apps/shop/web", written);
  expect(nameWriter(drift)).toBe(who);
  expect(explainCertainty(drift)).toMatch(certainty);
});
