import type { Difference, StackDifferences } from "../report/difference.ts";
import { driftIdentity } from "../report/drift-identity.ts";
import { readablePath } from "../report/readable-path.ts";
import type { DriftStatus, StackStatus } from "../report/status-document.ts";
import { explainCertainty } from "./explain-certainty.ts";
import { explainChange } from "./explain-change.ts";
import { explainOutcome } from "./explain-outcome.ts";
import { isOpen } from "./is-open.ts";

/**
 * Puts each difference into words.
 *
 * @param preview What a sync would do now: a drift that it would revert is there.
 * @param earlier The status that an agent left, for what it took back before.
 */
export function describeDifferences(
  preview: StackStatus,
  earlier: StackStatus | undefined,
): StackDifferences {
  const { name, revision, tip, problems, refusals, suspended } = preview;
  const present = preview.drift.map((drift) =>
    describe(drift, { state: "present", outcome: explainOutcome(drift, preview) }),
  );
  const there = new Set(preview.drift.map(driftIdentity));
  const past = (earlier?.drift ?? [])
    .filter((drift) => drift.action === "reverted" && !there.has(driftIdentity(drift)))
    .map((drift) => describe(drift, { state: "past", outcome: "it was taken back" }));
  return {
    name,
    revision,
    tip,
    open: present.filter(({ open }) => open).length,
    differences: [...present, ...past],
    problems,
    refusals,
    ...(suspended === undefined ? {} : { suspended }),
  };
}

function describe(
  drift: DriftStatus,
  { state, outcome }: Pick<Difference, "state"> & Pick<Difference["words"], "outcome">,
): Difference {
  return {
    ...drift,
    state,
    open: state === "present" && isStanding(drift),
    words: {
      what: explainChange(drift),
      where: readablePath(drift.path),
      certainty: explainCertainty(drift),
      outcome,
    },
  };
}

/** What a preview says would be reverted stands until somebody does it. */
function isStanding(drift: DriftStatus): boolean {
  return isOpen(drift.action === "reverted" ? { ...drift, action: "open" } : drift);
}
