import type { ObjectStatus } from "../core/report/status-document.ts";
import { explainCause } from "../core/wording/explain-cause.ts";
import { explainMode } from "../core/wording/explain-mode.ts";
import { ageText } from "./age-text.ts";

/** The cause of a stall, a mode of its own and the conditions of an object, in words. */
export function describeNotes(object: ObjectStatus, nowMs: number): readonly string[] {
  const { cause, conditions } = object;
  return [
    ...(cause === undefined ? [] : [explainCause(cause)]),
    ...[explainMode(object)].flatMap((text) => text ?? []),
    ...conditions.map(({ type, since, message }) => {
      const age = ageText(since, nowMs);
      const head = age === "" ? type : `${type} for ${age}`;
      return message === "" ? head : `${head}: ${message}`;
    }),
  ];
}
