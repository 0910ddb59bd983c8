import type { Json } from "../../core/object/json.ts";
import type { Fault } from "../fault.ts";
import { invalid } from "../make-fault.ts";

const PERCENT = /^[0-9]+%$/;

const PERCENT_TEXT =
  "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or '93%', regex used for validation is '[0-9]+%')";

const PERCENT_MAX = 100;

/** Faults of a number of pods or a share of them, such as `25%`. */
export function shareFaults(field: string, share: Json): readonly Fault[] {
  if (typeof share === "string") {
    return PERCENT.test(share) ? [] : [invalid(field, share, PERCENT_TEXT)];
  }
  if (typeof share === "number" && share >= 0) return [];
  return [invalid(field, share, "must be greater than or equal to 0")];
}

/** A share that is more than all. */
export function overAllFaults(field: string, share: Json): readonly Fault[] {
  const isOver =
    typeof share === "string" && PERCENT.test(share) && Number.parseInt(share, 10) > PERCENT_MAX;
  return isOver ? [invalid(field, share, "must not be greater than 100%")] : [];
}

/** Whether a number or share is none at all; a text that is neither counts as none. */
export function isNoShare(share: Json | undefined): boolean {
  if (typeof share === "string") return !PERCENT.test(share) || Number.parseInt(share, 10) === 0;
  return share === undefined || share === 0;
}
