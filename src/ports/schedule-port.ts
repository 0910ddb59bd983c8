/** Calls back at the times of a cron expression (5 fields, or 6 with seconds first). */
export interface SchedulePort {
  /** @returns the stop function. */
  repeat(expression: string, callback: () => void): () => void;
}
