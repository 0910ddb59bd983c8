import { findUnadoptable } from "../adopt/find-unadoptable.ts";
import type { Manifest } from "../manifest/manifest.ts";
import type { PlannedDrift } from "./plan.ts";

/** The drift with why no edit of its manifest can say it. Of what a rule lets be, and of a fault of ownership, nobody asks that. */
export function markUnadoptable(
  planned: PlannedDrift,
  { manifest, includesRights }: { readonly manifest: Manifest; readonly includesRights: boolean },
): PlannedDrift {
  if (planned.action === "ignored") return planned;
  const reason = findUnadoptable(planned.drift, { manifest, includesRights });
  if (reason === undefined || reason === "ownership") return planned;
  const { file, line } = manifest.place;
  return { ...planned, unadoptable: { reason, where: `${file}:${line}` } };
}
