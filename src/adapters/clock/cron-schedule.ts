import { createTask } from "node-cron";
import type { SchedulePort } from "../../ports/schedule-port.ts";

/** The next time is looked up again this often, because clocks are set and machines sleep. */
const LOOK_MS_MAX = 60_000;

/**
 * Cron schedules in the machine's time zone; node-cron reads the expressions. Whatever the clock does, the next run is the next
 * time of the schedule, and times that were missed make one run together: node-cron's own timer would step through each of
 * them and wait for one that the clock has left behind.
 */
export const cronSchedule: SchedulePort = {
  repeat(expression, callback) {
    const task = createTask(expression, () => {});
    let timer: NodeJS.Timeout | undefined;
    function plan(): void {
      const [next] = task.getNextRuns(1);
      if (next !== undefined) waitFor(next.getTime());
    }
    function waitFor(dueMs: number): void {
      const waitMs = Math.min(Math.max(0, dueMs - Date.now()), LOOK_MS_MAX);
      timer = setTimeout(() => {
        if (Date.now() >= dueMs) callback();
        plan();
      }, waitMs);
      timer.unref();
    }
    plan();
    return () => {
      clearTimeout(timer);
      void task.destroy();
    };
  },
};
