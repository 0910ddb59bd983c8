const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 86_400;

/**
 * How long ago something was, as people say it: `45s`, `3m`, `2h5m`, `3d`.
 *
 * @param since RFC 3339.
 * @returns Empty when `since` is no time. A time in the future is `0s`: clocks differ.
 */
export function ageText(since: string, nowMs: number): string {
  const sinceMs = Date.parse(since);
  if (Number.isNaN(sinceMs)) return "";
  const seconds = Math.max(0, Math.floor((nowMs - sinceMs) / 1000));
  if (seconds < MINUTE_S) return `${seconds}s`;
  if (seconds < HOUR_S) return `${Math.floor(seconds / MINUTE_S)}m`;
  if (seconds >= DAY_S) return `${Math.floor(seconds / DAY_S)}d`;
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S);
  return `${Math.floor(seconds / HOUR_S)}h${minutes === 0 ? "" : `${minutes}m`}`;
}
