import type { ObjectStatus } from "../core/report/status-document.ts";
import { explainCause } from "../core/wording/explain-cause.ts";
import { ageText } from "./age-text.ts";

/** The cause of a stall and the conditions of an object, in words. */
export function describeNotes(
  { cause, conditions }: Pick<ObjectStatus, "cause" | "conditions">,
  nowMs: number,
): readonly string[] {
  return [
    ...(cause === undefined ? [] : [explainCause(cause)]),
    ...conditions.map(({ type, since, message }) => {
      const age = ageText(since, nowMs);
      const head = age === "" ? type : `${type} for ${age}`;
      return message === "" ? head : `${head}: ${message}`;
    }),
  ];
}
