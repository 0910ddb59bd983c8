import { objectKey } from "../object/object-id.ts";
import { maskBlocker, maskMessage } from "../report/mask-message.ts";
import type { BlockerStatus, ConditionStatus, ObjectStatus } from "../report/status-document.ts";
import type { Blocker } from "../rollout/blocker.ts";

/** A blocker as it may be shown, with since when it is so, by what the status said before. `now`: RFC 3339. */
export function sinceBlocker(
  blocker: Blocker,
  before: ObjectStatus | undefined,
  now: string,
): BlockerStatus {
  const to = objectKey(blocker.to);
  const known = before?.blockers.find(
    (each) => each.to === to && each.gate === blocker.gate && each.reason === blocker.reason,
  );
  return { ...maskBlocker(blocker), to, since: known?.since ?? now };
}

/** The same of a condition. */
export function sinceCondition(
  condition: Pick<ConditionStatus, "type" | "message">,
  before: ObjectStatus | undefined,
  now: string,
): ConditionStatus {
  const known = before?.conditions.find((each) => each.type === condition.type);
  return { ...maskMessage(condition), since: known?.since ?? now };
}
