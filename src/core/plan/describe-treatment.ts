import type { ObjectStatus } from "../report/status-document.ts";
import type { ObjectPlan } from "./plan.ts";

/** How an object is treated, where that is not as ever: its mode, a skip, and what its step gives up. */
export function describeTreatment({
  mode,
  skip,
  step,
}: ObjectPlan): Pick<ObjectStatus, "mode" | "modeFrom" | "skip" | "releases"> {
  const isUsual = mode.mode === "enforce" && mode.origin === "stack";
  return {
    ...(isUsual ? {} : { mode: mode.mode, modeFrom: mode.origin }),
    ...(skip === undefined ? {} : { skip: skipStatus(skip) }),
    ...(step === undefined || step.releases.length === 0 ? {} : { releases: step.releases }),
  };
}

function skipStatus({
  label,
  by,
  at,
  until,
}: NonNullable<ObjectPlan["skip"]>): NonNullable<ObjectStatus["skip"]> {
  return { label, by, at, until };
}
