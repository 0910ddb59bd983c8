import type { DriftStatus, FightStatus } from "../report/status-document.ts";
import { withoutRevertTime } from "../report/without-revert-time.ts";

/**
 * What was found contested by an earlier pass, is not there now, and is still fought for: between a slow revert and the next
 * taking the warning stays, and the report tells one fight and not each round of it.
 *
 * @param current What this pass found, or could not judge.
 */
export function findStanding(
  previous: readonly DriftStatus[],
  current: readonly DriftStatus[],
  fights: readonly FightStatus[],
): readonly DriftStatus[] {
  const contested = fights.filter((each) => each.contested);
  if (contested.length === 0) return [];
  const places = new Set(contested.map(placeOf));
  const found = new Set(current.map(placeOf));
  const foundIds = new Set(current.map(({ id }) => id));
  return previous
    .filter((each) => each.action === "contested" && !found.has(placeOf(each)))
    .filter(
      (each) =>
        places.has(placeOf(each)) ||
        // Where places change from one round to the next, the last ones stand for them all.
        (places.has(placeOf({ id: each.id, path: "" })) && !foundIds.has(each.id)),
    )
    .map(withoutRevertTime);
}

/** With the time of the next revert where somebody fights for it. */
export function addRevertTime(drift: DriftStatus, fights: readonly FightStatus[]): DriftStatus {
  if (drift.action !== "contested") return drift;
  const own = fights.find((each) => placeOf(each) === placeOf(drift));
  const whole = fights.find((each) => each.id === drift.id && each.path === "");
  const nextRevertAt = (own?.contested === true ? own : whole)?.nextRevertAt;
  return nextRevertAt === undefined ? drift : { ...drift, nextRevertAt };
}

function placeOf({ id, path }: Pick<DriftStatus, "id" | "path">): string {
  return `${id}\n${path}`;
}
