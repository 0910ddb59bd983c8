import { CONTROL_KEYS } from "../core/control-keys.ts";
import { isMember } from "../core/inventory/is-member.ts";
import { labelOf } from "../core/object/live-object.ts";
import type { ObjectKey } from "../core/object/object-id.ts";
import type { Following } from "../ports/cluster-port.ts";
import { memberLabel } from "./member-sets.ts";
import type { Stack } from "./stack.ts";

/** Whether something carries an earlier name of the stack, or may do so unseen. */
export function hasEarlierMembers(stack: Stack): boolean {
  const { applySetId, earlierSets } = stack.setup.rules;
  const moved = findMoved(stack, followingsOf(stack, new Set([applySetId])));
  return followingsOf(stack, earlierSets).some((following) => {
    const { kind, objects } = following.state();
    if (kind === "not-served") return false;
    const hasSome = [...objects].some(
      ([key, object]) => isMember(object, stack.setup.rules) && !moved.has(key),
    );
    return kind !== "synced" || hasSome;
  });
}

function followingsOf({ view }: Stack, sets: ReadonlySet<string>): readonly Following[] {
  const labels = new Set([...sets].map(memberLabel));
  return [...view.followings.values()].filter(({ selection }) =>
    labels.has(selection.labelSelector),
  );
}

/** What carries the present name; the list of those that carry an earlier one may be behind. */
function findMoved({ setup, view }: Stack, present: readonly Following[]): ReadonlySet<ObjectKey> {
  const written = [...view.written].filter(
    ([, object]) => labelOf(object, CONTROL_KEYS.partOf) === setup.rules.applySetId,
  );
  const seen = present.flatMap((following) => [...following.state().objects.keys()]);
  return new Set([...seen, ...written.map(([key]) => key)]);
}
