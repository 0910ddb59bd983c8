import { expect, test } from "vitest";
import { describeDifferences } from "../../../../src/core/wording/describe-differences.ts";
import {
  blockerStatus,
  driftStatus,
  objectStatus,
  stackStatus,
  type WrittenDrift,
} from "../../../support/status-builder.ts";

const WEB = "Deployment.apps/shop/web";
const DB = "Deployment.apps/shop/db";

const rows: readonly (readonly [WrittenDrift, outcome: string])[] = [
  [{}, "open: the next sync takes it back"],
  [
    { action: "contested" },
    "open: the next sync takes it back, more slowly each time: somebody fights for it",
  ],
  [{ action: "observed", mode: "observe" }, "open: left: mode observe"],
  [{ action: "observed", mode: "create-only" }, "harmless: left: mode create-only"],
  [
    { class: "coowned", action: "observed" },
    "harmless: left: Git has the same; when Git drops it, the entry is taken over first",
  ],
  [{ class: "coowned", action: "ignored" }, "harmless: left: a rule lets that manager own it"],
  [{ action: "skipped" }, "harmless: left: nothing of it is written (label a/skip, set by anna)"],
  [
    { manager: "ancient-changes", attribution: "unknown", action: "observed" },
    "open: left: fields of allowed managers may be merged into that entry; a path in ownership.revert is taken back all the same",
  ],
  [
    { action: "open" },
    "open: not taken back yet: waits for Deployment/shop/db: it runs 8.19.2, 9.1.0 wanted",
  ],
];

test.each(rows)("%j → %s", (written, outcome) => {
  const skip = { label: "a/skip", by: "anna", at: "", until: "" };
  const preview = stackStatus({
    objects: [objectStatus(WEB, { skip, blockers: [blockerStatus(DB)] })],
    drift: [driftStatus(WEB, written)],
  });
  const { differences, open } = describeDifferences(preview, undefined);
  expect(
    differences.map((each) => `${each.open ? "open" : "harmless"}: ${each.words.outcome}`),
  ).toEqual([outcome]);
  expect(open).toBe(outcome.startsWith("open") ? 1 : 0);
});

test("what an agent took back before follows, unless it is there again", () => {
  const [again, over] = [driftStatus(WEB), driftStatus(WEB, { live: 7 })];
  const preview = stackStatus({ drift: [again], suspended: { reason: "", until: "", since: "" } });
  const { differences } = describeDifferences(preview, stackStatus({ drift: [again, over] }));
  expect(differences.map(({ state, live, words }) => [state, live, words.outcome])).toEqual([
    ["present", 5, "left while the stack is suspended; then it is taken back"],
    ["past", 7, "it was taken back"],
  ]);
});
