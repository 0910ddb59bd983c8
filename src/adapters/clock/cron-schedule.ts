import { schedule } from "node-cron";
import type { SchedulePort } from "../../ports/schedule-port.ts";

/** Cron schedules by node-cron, in the machine's time zone. A run that would overlap is left out. */
export const cronSchedule: SchedulePort = {
  repeat(expression, callback) {
    const task = schedule(expression, callback, { noOverlap: true });
    return () => {
      void task.destroy();
    };
  },
};
