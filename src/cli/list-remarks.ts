import type { StackStatus } from "../core/report/status-document.ts";
import { explainOrphan } from "../core/wording/explain-orphan.ts";
import { nameObjects } from "../core/wording/name-objects.ts";
import { describeChange } from "./describe-change.ts";
import { findingLine } from "./finding-line.ts";
import type { Line } from "./line.ts";

/** Differences that are told: what is there, then what was reverted last. */
const DRIFTS_MAX = 10;

type Tense = "done" | "planned";

/** Drift, orphans and lints, one line each. */
export function listRemarks(
  stack: StackStatus,
  view: { readonly nowMs: number; readonly tense: Tense },
): readonly Line[] {
  const name = nameObjects(stack);
  return [
    ...stack.drift
      .slice(0, DRIFTS_MAX)
      .map((each) => findingLine("drift", describeChange(each, { ...view, name }), "wait")),
    ...moreLine(stack.drift.length - DRIFTS_MAX),
    ...stack.orphans.map((each) =>
      findingLine("orphan", `${name(each.id)}: ${explainOrphan(each, view.tense)}`, "wait"),
    ),
    ...stack.lints.map(({ where, what }) => findingLine("lint", `${where}: ${what}`, "faint")),
  ];
}

function moreLine(count: number): readonly Line[] {
  if (count <= 0) return [];
  return [findingLine("drift", `and ${count} more (--output json has all)`, "wait")];
}
