import type { ObjectStatus } from "../core/report/status-document.ts";
import { ageText } from "./age-text.ts";

/** The cause of a stall and the conditions of an object, in words. */
export function describeNotes(
  { cause, conditions }: Pick<ObjectStatus, "cause" | "conditions">,
  nowMs: number,
): readonly string[] {
  const where = cause === undefined || cause.pod === "" ? "" : `pod ${cause.pod}: `;
  return [
    ...(cause === undefined ? [] : [`${where}${joined(cause.reason, cause.message)}`]),
    ...conditions.map(({ type, since, message }) => {
      const age = ageText(since, nowMs);
      return joined(age === "" ? type : `${type} for ${age}`, message);
    }),
  ];
}

function joined(head: string, message: string): string {
  return message === "" ? head : `${head}: ${message}`;
}
