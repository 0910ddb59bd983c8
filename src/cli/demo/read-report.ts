import { reportPaths } from "../../core/report/report-paths.ts";
import type { Playing } from "./playing.ts";

/** Between two looks at the ledger, in milliseconds. */
const LOOK_MS = 50;

/** The report for people at the tip of the ledger, with the command that shows it. */
export interface ShownReport {
  readonly command: string;
  readonly text: string;
}

/** Waits until the report names a field manager; the deadline of the act ends it. */
export async function readReport(playing: Playing, manager: string): Promise<ShownReport> {
  const { config, clusterName, ports } = playing.stack.setup;
  const { branch, path } = config.reports;
  const { markdown } = reportPaths({ path, cluster: clusterName, stack: config.name });
  for (;;) {
    // oxlint-disable-next-line no-await-in-loop -- one look after the other
    const text = (await ports.ledger.readFiles([markdown])).get(markdown) ?? "";
    if (text.includes(manager)) return { command: `git show ${branch}:${markdown}`, text };
    // oxlint-disable-next-line no-await-in-loop -- see above
    await playing.pause(LOOK_MS);
  }
}
