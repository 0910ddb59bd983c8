import { expect, test } from "vitest";
import { findLeftFights } from "../../../../src/core/plan/find-left-fights.ts";
import { learnOutcomes } from "../../../../src/core/plan/learn-outcomes.ts";
import type { IgnoreRule } from "../../../../src/core/released/ignore-rule.ts";
import { decide } from "../../../support/decide.ts";
import { manifest, yaml } from "../../../support/graph-builders.ts";
import {
  appliedAt,
  keyFrom,
  lookOf,
  memoryOf,
  NEW,
  type WrittenLook,
} from "../../../support/look-builder.ts";
import { every, MINUTE_MS, playFight } from "../../../support/play-fight.ts";
import { editObject } from "../../../support/server-side-apply.ts";

const ID = "ConfigMap/shop/a";
const a = manifest(ID, { rest: "data: {x: '1'}" });
const live = appliedAt(a, NEW);
const taken = editObject(live, "rival", yaml("data: {x: '9'}"));
const skipped = editObject(
  taken,
  "anna",
  yaml("metadata: {labels: {lockstep.dev/skip-reconciliation: 'true'}}"),
);

/** Five reverts of `/data/x`, the last one at minute 1. */
const { fights } = playFight(every(15_000, 75_000), 2 * MINUTE_MS);

const IGNORED: IgnoreRule = {
  kinds: [],
  names: [],
  path: "/data/*",
  manager: undefined,
  untilMs: undefined,
};

function fought(written: Partial<WrittenLook>): ReturnType<typeof lookOf> {
  return lookOf({
    git: [a],
    live: [taken],
    memory: memoryOf({ [ID]: { fights, appliedRevision: NEW } }),
    nowMs: 2 * MINUTE_MS - 1_000,
    ...written,
  });
}

test.each<{
  readonly what: string;
  readonly written: Partial<WrittenLook>;
  readonly left: readonly (readonly [string, string])[];
  readonly isContested?: boolean;
}>([
  { what: "what is enforced is fought for", written: {}, left: [], isContested: true },
  {
    what: "an ignored path is not taken back any more",
    written: { rules: { ignore: [IGNORED] } },
    left: [["/data/x", "ignored by a rule (ignore /data/*)"]],
  },
  {
    what: "an ignore rule of another path changes nothing",
    written: { rules: { ignore: [{ ...IGNORED, path: "/data/y" }] } },
    left: [],
    isContested: true,
  },
  {
    what: "nothing of an object under observe is",
    written: { rules: { mode: "observe" } },
    left: [["", "mode observe"]],
  },
  {
    what: "nothing of one that is off is",
    written: { rules: { mode: "off" } },
    left: [["", "mode off"]],
  },
  {
    what: "nothing of one that exists under create-only is",
    written: { rules: { mode: "create-only" } },
    left: [["", "mode create-only"]],
  },
  {
    what: "nothing of a skipped one is",
    written: { live: [skipped] },
    left: [["", "nothing of it is written (label lockstep.dev/skip-reconciliation, set by anna)"]],
  },
  {
    what: "nothing of a suspended stack is",
    written: { isSuspended: true },
    left: [["", "the stack is suspended"]],
  },
  {
    what: "of an orphan Git has dropped it",
    written: { git: [] },
    left: [["", "Git no longer has it"]],
  },
])("$what: $left", ({ written, left, isContested = false }) => {
  const { plan } = decide(fought(written));
  expect([...(findLeftFights(plan).get(ID) ?? [])]).toEqual(left);
  const conditions = plan.objects.flatMap((each) => each.conditions.map(({ type }) => type));
  expect(conditions.includes("Contested")).toBe(isContested);
});

test("the fights of an orphan are kept while it waits, while its delete is refused, and while it goes", () => {
  const { plan, look } = decide(fought({ git: [], live: [live] }));
  const key = keyFrom(ID);
  const refusal = { code: "forbidden", message: "no", retry: "after-change" } as const;
  const kept = [
    new Map(),
    new Map([[key, { kind: "refused", refusal } as const]]),
    new Map([[key, { kind: "deleted" } as const]]),
  ].map((outcomes) => learnOutcomes(plan, outcomes, look).get(key)?.fights);
  expect(kept).toEqual([fights, fights, fights]);
});
