import { rowsNaming } from "./excerpt-report.ts";
import type { Playing } from "./playing.ts";
import { readReport } from "./read-report.ts";
import { writeAndWait } from "./write-and-wait.ts";

const MANAGER = "night-scaler";
const WRITES = 6;
/** Between two writes: as fast as a controller that sees its own change undone. */
const BETWEEN_MS = 400;

const BEFORE = [
  `Now not a person but another controller, ${MANAGER}. It wants one replica of web where Git says three, and it tries again whenever it is undone:`,
];

const AFTER = [
  "Each write was undone, five times at once. Then it is a fight: reverts go on, more slowly (in this demo after 2 seconds; else after 1, 2, then every 5 minutes), so that two machines that disagree do not wear out the cluster. The object is Contested, and who it was stands in the report:",
];

/** Act 4: a controller writes the same field again and again; the last write is beyond the budget. */
export async function playFight(playing: Playing): Promise<undefined> {
  const { narrator, feed, pause } = playing;
  await narrator.say(BEFORE);
  narrator.mark();
  for (let count = 1; count <= WRITES; count += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each write answers the revert of the one before
    const tookMs = await writeAndWait(playing, {
      manager: MANAGER,
      patch: { spec: { replicas: 1 } },
    });
    narrator.news([
      {
        label: "drift",
        tone: "bad",
        text: `${MANAGER} sets replicas to 1; 3 again after ${tookMs} ms`,
      },
    ]);
    // oxlint-disable-next-line no-await-in-loop -- see above
    await pause(BETWEEN_MS);
  }
  narrator.show([]);
  await narrator.say(AFTER);
  const { command, text } = await readReport(playing, MANAGER);
  narrator.command(command);
  narrator.quote(rowsNaming(MANAGER, text).join("\n"));
  await feed.until(({ inSync }) => inSync);
  return undefined;
}
