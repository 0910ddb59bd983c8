import type { SeenHistory } from "../core/drift/seen-edits.ts";
import { resourceVersionOf } from "../core/object/live-object.ts";
import type { ObjectKey } from "../core/object/object-id.ts";
import type { FollowingState } from "../ports/cluster-port.ts";
import type { StackView } from "./stack-view.ts";

const NOTHING: NonNullable<FollowingState["edits"]> = new Map();

/** What single writes made of the objects that are followed, each with the version up to which it was watched. */
export function findEdits({
  followings,
}: Pick<StackView, "followings">): ReadonlyMap<ObjectKey, SeenHistory> {
  const states = [...followings.values()].map((each) => each.state());
  return new Map(
    states.flatMap(({ edits = NOTHING, objects }) =>
      [...edits].map(([key, seen]) => {
        const resourceVersion = resourceVersionOf(objects.get(key) ?? {});
        return [key, { resourceVersion, edits: seen }] as const;
      }),
    ),
  );
}
