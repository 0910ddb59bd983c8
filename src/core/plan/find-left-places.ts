import { NO_FIGHTS, type ObjectFights } from "../drift/fight.ts";
import type { LeftPlaces } from "../drift/list-fights.ts";
import { findRelease } from "../released/released-path.ts";
import { explainSkip } from "../wording/explain-skip.ts";
import type { ObjectCase } from "./describe-case.ts";
import type { Look } from "./look.ts";
import { isRevertAsked } from "./plan-revert.ts";

/**
 * What is fought for on an object and not taken back any more: the object is left as it is, or the place was released since. Its
 * history is told with that.
 */
export function findLeftPlaces(
  item: ObjectCase,
  fights: ObjectFights,
  { isSuspended = false }: Pick<Look, "isSuspended">,
): LeftPlaces {
  if (fights === NO_FIGHTS) return NOTHING_LEFT;
  const why = explainLeftObject(item) ?? (isSuspended ? "the stack is suspended" : undefined);
  if (why !== undefined) return new Map([["", why]]);
  return new Map(
    [...fights.paths.keys()].flatMap((path) => {
      const release = path === "" ? undefined : findRelease(item.released.paths, path);
      if (release === undefined) return [];
      const { by, holder } = release;
      return [
        [path, by === "ignore" ? `ignored by a rule (${holder})` : `${holder} sets it`] as const,
      ];
    }),
  );
}

const NOTHING_LEFT: LeftPlaces = new Map();

/** Why nothing of the object is taken back. */
function explainLeftObject(item: ObjectCase): string | undefined {
  const { isOwnedByOther, live, mode, owner, skipping } = item;
  if (mode.mode === "off") return "mode off";
  if (isOwnedByOther && owner.kind === "other") return `${owner.name} owns it`;
  if (skipping.skip !== undefined) return explainSkip(skipping.skip);
  const isLeft = mode.mode === "observe" || (mode.mode === "create-only" && live !== undefined);
  return isLeft && !isRevertAsked(item) ? `mode ${mode.mode}` : undefined;
}
