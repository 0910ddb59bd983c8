import type { Blocker } from "../rollout/blocker.ts";
import type { UnseenKind } from "./found-dependents.ts";

/** The origin of a blocker that names a kind of which nobody knows the objects: its `to` has the name `*`. */
const UNSEEN_ORIGIN = "structure:dependents";

/** When a kind that could not be listed is asked for again, in milliseconds. */
const ASK_AGAIN_MS = 30_000;

/** The shut gate of a write that lowers a version to `want`, while a kind that may depend on the object cannot be listed. */
export function unseenBlocker(
  { group, kind, reason, isForbidden }: UnseenKind,
  want: string,
): Blocker {
  const help = isForbidden
    ? "; let the agent get, list and watch this kind in all namespaces"
    : "; it is tried again";
  return {
    to: { group, kind, namespace: "", name: "*" },
    gate: "lockstep",
    origin: UNSEEN_ORIGIN,
    reason: "Unreadable",
    want,
    have: `its objects cannot be listed (${reason}), so nobody knows whether one that depends on this object runs above ${want}${help}`,
  };
}

/** Whether the write waits for such a kind. */
export function isUnseen({ origin }: Pick<Blocker, "origin">): boolean {
  return origin === UNSEEN_ORIGIN;
}

/** When what could not be seen is asked for again; no event tells of it. */
export function findAskAgain(
  plans: readonly { readonly blockers: readonly Blocker[] }[],
  nowMs: number,
): readonly number[] {
  return plans.some(({ blockers }) => blockers.some(isUnseen)) ? [nowMs + ASK_AGAIN_MS] : [];
}
