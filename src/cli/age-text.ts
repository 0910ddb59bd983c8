import { durationText } from "../core/wording/duration-text.ts";

/**
 * How long ago something was, as people say it: `45s`, `3m`, `2h5m`, `3d`.
 *
 * @param since RFC 3339.
 * @returns Empty when `since` is no time. A time in the future is `0s`: clocks differ.
 */
export function ageText(since: string, nowMs: number): string {
  const sinceMs = Date.parse(since);
  return Number.isNaN(sinceMs) ? "" : durationText(nowMs - sinceMs);
}
