import type { DriftStatus, ObjectStatus, StackStatus } from "../report/status-document.ts";
import { describeRefusal } from "./describe-refusal.ts";
import { explainHeld } from "./explain-held.ts";
import { explainSkip } from "./explain-skip.ts";
import { nameObjects } from "./name-objects.ts";

/** What is done about a difference that is there now, or why nothing is, in words. */
export function explainOutcome(drift: DriftStatus, stack: StackStatus): string {
  const object = stack.objects.find(({ id }) => id === drift.id);
  switch (drift.action) {
    case "reverted":
      return stack.suspended === undefined
        ? "the next sync takes it back"
        : "left while the stack is suspended; then it is taken back";
    case "contested":
      return "the next sync takes it back, more slowly each time: somebody fights for it";
    case "skipped":
      return `left: ${object?.skip === undefined ? "somebody asks for that" : explainSkip(object.skip)}`;
    case "ignored":
      return drift.rule === undefined
        ? "left: a rule lets that manager own it"
        : `left: a rule of the configuration lets it be (${drift.rule})`;
    case "observed":
      return `left: ${reasonOf(drift)}`;
    default:
      return `not taken back yet: ${obstacleOf(drift, { stack, object })}`;
  }
}

/** Why nobody takes back what is only looked at. */
function reasonOf({ class: kind, manager, mode }: DriftStatus): string {
  if (mode !== undefined) return `mode ${mode}`;
  if (kind === "coowned") {
    return "Git has the same; when Git drops it, the entry is taken over first";
  }
  if (kind === "legacy") return "the value is Git's; the entry is taken over with the next write";
  if (manager === "ancient-changes") {
    return "fields of allowed managers may be merged into that entry; a path in ownership.revert is taken back all the same";
  }
  return "it cannot be taken back: its owner wrote it in another API version, or the object is not ours";
}

function obstacleOf(
  { id }: DriftStatus,
  at: { readonly stack: StackStatus; readonly object: ObjectStatus | undefined },
): string {
  const refusal = at.stack.refusals.find((each) => each.id === id);
  if (refusal !== undefined) return describeRefusal(refusal);
  const [blocker] = at.object?.blockers ?? [];
  return blocker === undefined
    ? "it waits for another write of the same sync"
    : explainHeld(blocker, nameObjects(at.stack));
}
