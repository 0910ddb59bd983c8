import { setTimeout as delay } from "node:timers/promises";
import { applyOnce } from "./apply-once.ts";
import type { BenchBed } from "./bench-bed.ts";
import { median } from "./median.ts";
import { watchModes } from "./mode-watch.ts";

/** The pauses between edits lie evenly between none and this, in milliseconds: people do not wait for the agent's pace. */
const PAUSE_MS_MAX = 100;
const PAUSE_STEP_MS = 37;

/** Milliseconds. */
export interface RevertTimes {
  /** From the answer of the edit to the watch event that has the value back. */
  readonly median: number;
  readonly worst: number;
  /** One plain server-side apply that changes a value, and its answer: the median of as many. */
  readonly roundTrip: number;
}

/** One foreign edit after the other, each of another object, so that no fight is begun, while the agent's loop runs. */
export async function measureReverts(bed: BenchBed): Promise<RevertTimes> {
  const repository = await bed.makeRepository(bed.options.objects);
  const place = await bed.makePlace({ repository, config: [] });
  const { namespace } = place;
  const child = bed.startProcess();
  await child.ask({ do: "open", place });
  await child.ask({ do: "start" });
  const watch = await watchModes(bed, namespace);
  const reverts: number[] = [];
  const roundTrips: number[] = [];
  for (let index = 0; index < bed.options.edits; index += 1) {
    // oxlint-disable-next-line no-await-in-loop -- one edit after the other
    roundTrips.push(await applyOnce(bed, namespace, index));
    // oxlint-disable-next-line no-await-in-loop -- as above
    await delay((index * PAUSE_STEP_MS) % PAUSE_MS_MAX);
    // oxlint-disable-next-line no-await-in-loop -- as above
    reverts.push(await watch.revertOnce(index));
  }
  watch.close();
  await child.ask({ do: "stop" });
  await child.end();
  await bed.emptyNamespace(namespace);
  return {
    median: median(reverts),
    worst: Math.max(...reverts),
    roundTrip: median(roundTrips),
  };
}
