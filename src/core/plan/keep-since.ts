import { objectKey } from "../object/object-id.ts";
import { maskCredentials } from "../report/mask-credentials.ts";
import { maskMessage } from "../report/mask-message.ts";
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
  const { note, ...rest } = blocker;
  return {
    ...rest,
    to,
    // What a controller says of its object may be an address with a password.
    want: maskCredentials(blocker.want),
    have: maskCredentials(blocker.have),
    ...(note === undefined ? {} : { note: maskCredentials(note) }),
    since: known?.since ?? now,
  };
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
