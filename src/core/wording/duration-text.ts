const MINUTE_S = 60;
const HOUR_S = 3600;
const DAY_S = 86_400;

/** A length of time as people say it: `45s`, `3m`, `2h5m`, `3d`. A negative one is `0s`: clocks differ. */
export function durationText(durationMs: number): string {
  const seconds = Math.max(0, Math.floor(durationMs / 1000));
  if (seconds < MINUTE_S) return `${seconds}s`;
  if (seconds < HOUR_S) return `${Math.floor(seconds / MINUTE_S)}m`;
  if (seconds >= DAY_S) return `${Math.floor(seconds / DAY_S)}d`;
  const minutes = Math.floor((seconds % HOUR_S) / MINUTE_S);
  return `${Math.floor(seconds / HOUR_S)}h${minutes === 0 ? "" : `${minutes}m`}`;
}
