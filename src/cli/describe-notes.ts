import type { ObjectStatus } from "../core/report/status-document.ts";
import { explainCause } from "../core/wording/explain-cause.ts";
import { explainMode } from "../core/wording/explain-mode.ts";
import { explainReleases } from "../core/wording/explain-releases.ts";
import { ageText } from "./age-text.ts";

/** The cause of a stall, a mode of its own, the conditions of an object and what it gives up, in words. */
export function describeNotes(object: ObjectStatus, nowMs: number): readonly string[] {
  const { cause, conditions, releases = [] } = object;
  const released = releases.length === 0 ? [] : [explainReleases({ releases })];
  return [
    ...released,
    ...(cause === undefined ? [] : [explainCause(cause)]),
    ...[explainMode(object)].flatMap((text) => text ?? []),
    ...conditions.map(({ type, since, message }) => {
      const age = ageText(since, nowMs);
      const head = age === "" ? type : `${type} for ${age}`;
      return message === "" ? head : `${head}: ${message}`;
    }),
  ];
}
