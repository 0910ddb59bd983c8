import type { Problem } from "../problem.ts";
import { maskCredentials } from "../report/mask-credentials.ts";
import type { StackStatus } from "../report/status-document.ts";
import { countText } from "./count-text.ts";
import { describeState } from "./describe-state.ts";
import { explainHeld } from "./explain-held.ts";
import { groupByTier } from "./group-by-tier.ts";
import { isSettled } from "./is-settled.ts";
import { isTipRefused } from "./is-tip-refused.ts";
import { nameObjects } from "./name-objects.ts";

/** How far a commit came, as a forge shows it beside the commit. */
export interface CommitState {
  readonly commit: string;
  readonly state: "pending" | "success" | "failure";
  /** One line. */
  readonly description: string;
}

/**
 * What a forge is to be told of the commit in force, and of a newer one that is not applied.
 *
 * @param max UTF-16 units of a description.
 */
export function describeCommits(stack: StackStatus, max: number): readonly CommitState[] {
  const refused: readonly CommitState[] = isTipRefused(stack)
    ? [{ commit: stack.tip, state: "failure", description: cut(problemText(stack.problems), max) }]
    : [];
  if (stack.revision === "") return refused;
  return [describeInForce(stack, max), ...refused];
}

/** What the cluster, the repository or the forge refuses as a whole says nothing of the commit. */
function describeInForce(stack: StackStatus, max: number): CommitState {
  const { revision } = stack;
  const own: StackStatus = {
    ...stack,
    tip: revision,
    problems: isTipRefused(stack) ? [] : stack.problems,
    refusals: stack.refusals.filter(({ id }) => id !== ""),
  };
  const { text, tone } = describeState(own);
  const description = cut([text, ...heldTiers(own)].join("; "), max);
  return { commit: revision, state: stateOf(own, tone), description };
}

/** A commit that was applied is none that failed, whatever others changed since. */
function stateOf(
  own: StackStatus,
  tone: ReturnType<typeof describeState>["tone"],
): CommitState["state"] {
  if (tone === "wait") return "pending";
  const isApplied =
    own.objects.every(isSettled) && own.refusals.length === 0 && own.problems.length === 0;
  return tone === "good" || isApplied ? "success" : "failure";
}

/** Of each tier the first held object, with what it waits for. */
function heldTiers(stack: StackStatus): readonly string[] {
  const name = nameObjects(stack);
  const held = stack.objects.filter(({ blockers }) => blockers.length > 0);
  return groupByTier(held).flatMap(([tier, [first, ...more]]) => {
    const blocker = first?.blockers[0];
    if (first === undefined || blocker === undefined) return [];
    const others = more.length === 0 ? "" : ` (and ${more.length} more)`;
    return [`tier ${tier} held: ${name(first.id)} ${explainHeld(blocker, name)}${others}`];
  });
}

function problemText(problems: readonly Problem[]): string {
  const [first, ...more] = problems;
  if (first === undefined) return "not applied";
  const others = more.length === 0 ? "" : `, and ${countText(more.length, "more problem")}`;
  return `not applied: ${first.where}: ${first.what}${others}`;
}

function cut(text: string, max: number): string {
  // A problem may quote what Git holds.
  const line = maskCredentials(text.replaceAll(/\s+/g, " "));
  return line.length <= max ? line : `${line.slice(0, max - 1)}…`;
}
