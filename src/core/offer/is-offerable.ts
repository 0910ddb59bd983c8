import { canonicalText, type Json } from "../object/json.ts";
import { isSetByAgent } from "../report/is-set-by-agent.ts";
import { redactValue } from "../report/redact-value.ts";
import { showPath } from "../report/show-path.ts";
import { showText } from "../report/show-text.ts";
import type { OfferedDrift } from "./offer.ts";

/** Values that differ between Git and the cluster; in the other classes an object is gone, or only the owners differ. */
const CLASSES: ReadonlySet<OfferedDrift["class"]> = new Set(["changed", "added", "removed"]);

/**
 * Whether a drift may be offered for Git at all: what a report would mask or cut is in no pull request either. So nothing of a
 * Secret, no credential, and nothing over 1 KiB ever is.
 */
export function isOfferable(drift: OfferedDrift): boolean {
  return (
    CLASSES.has(drift.class) &&
    drift.path !== "" &&
    !isSetByAgent(drift.path) &&
    showPath(drift.path) === drift.path &&
    showText(drift.manager) === drift.manager &&
    isShown(drift, drift.live) &&
    isShown(drift, drift.desired)
  );
}

function isShown(place: OfferedDrift, value: Json | undefined): boolean {
  return value === undefined || canonicalText(redactValue(place, value)) === canonicalText(value);
}
