import { expect, test } from "vitest";
import { explainDeadlock, type FirmWait } from "../../../../src/core/wording/explain-deadlock.ts";
import { idFrom } from "../../../support/graph-builders.ts";

function wait(from: string, to: string, more: Partial<FirmWait> = {}): FirmWait {
  return {
    dependent: idFrom(`ConfigMap/shop/${from}`),
    target: idFrom(`ConfigMap/shop/${to}`),
    gate: "rolled-out",
    origin: "association:spec.ref",
    reason: "TargetNotApplied",
    isOfTarget: false,
    others: 0,
    ...more,
  };
}

const LOWERED = { reason: "VersionAhead", gate: "lockstep", isOfTarget: true } as const;
const WAVE = "annotation:argocd.argoproj.io/sync-wave";
const AFTER = "annotation:lockstep.dev/after";

test.each<{ readonly circle: readonly FirmWait[]; readonly advice: string }>([
  {
    circle: [wait("a", "b"), wait("b", "a", LOWERED)],
    advice: "add ConfigMap/shop/b@none to lockstep.dev/after of ConfigMap/shop/a",
  },
  {
    circle: [wait("a", "b"), wait("b", "c", { origin: WAVE }), wait("c", "a", LOWERED)],
    advice:
      "change argocd.argoproj.io/sync-wave of ConfigMap/shop/b, so that it no longer comes after ConfigMap/shop/c",
  },
  {
    circle: [
      wait("a", "b", { origin: WAVE }),
      wait("b", "c", { origin: AFTER }),
      wait("c", "a", LOWERED),
    ],
    advice: "drop or loosen ConfigMap/shop/c in lockstep.dev/after of ConfigMap/shop/b",
  },
])("advises: $advice", ({ circle, advice }) => {
  const end = `; in Git, ${advice}, at least until all of them are applied`;
  expect(explainDeadlock(circle).slice(-end.length)).toBe(end);
});

test("a long circle and a long range are cut", () => {
  const names = Array.from({ length: 200 }, (_, index) => `n${index}`);
  const range = ">=1.0.0 <2.0.0 || ".repeat(100);
  const circle = names.map((name, index) =>
    wait(name, names[index + 1] ?? "n0", { gate: range, origin: AFTER }),
  );
  expect(explainDeadlock(circle).length).toBeLessThan(2_000);
});
