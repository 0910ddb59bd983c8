import { cronSchedule } from "../../src/adapters/clock/cron-schedule.ts";
import { refreshTip, takeRevision } from "../../src/agent/refresh-source.ts";
import { runPass } from "../../src/agent/run-pass.ts";
import { runStack } from "../../src/agent/run-stack.ts";
import type { Stack } from "../../src/agent/stack.ts";
import { syncStack } from "../../src/agent/sync-stack.ts";
import { resourceVersionOf } from "../../src/core/object/live-object.ts";
import type { StackStatus } from "../../src/core/report/status-document.ts";
import { connectStack } from "../support/connect-stack.ts";
import { eventually } from "../support/eventually.ts";
import { realClock } from "../support/real-clock.ts";
import { SILENT_LOG } from "../support/system-ports.ts";
import type { StackPlace } from "./bench-task.ts";

const SYNC_TIMEOUT_MS = 120_000;
const PASSES_MAX = 10;

/** The real agent code on the real server; what it does is measured by its caller. */
export interface MeasuredAgent {
  /** Requests so far, watches apart. */
  requests(): number;
  "check-out"(): Promise<void>;
  sync(): Promise<void>;
  /** Passes until one writes nothing. */
  write(): Promise<void>;
  /** Resolves when a watch has brought what was stored at the resourceVersion. */
  hear(resourceVersion: number): Promise<void>;
  pass(): Promise<void>;
  /** Resolves when the loop found the stack in sync. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function openAgent(place: StackPlace): Promise<MeasuredAgent> {
  const { stack, lease } = connectStack({
    ...place,
    source: place.source ?? { url: place.repository },
    clock: realClock,
    siblings: new Map(),
    family: new Map(),
    wrapCluster: (cluster) => cluster,
    log: SILENT_LOG,
  });
  const { cluster } = stack.setup.ports;
  // A started agent has its credentials and knows the server's kinds, as a plain client has its address.
  await cluster.findKind({ group: "", kind: "ConfigMap" });
  let end = new AbortController();
  let loop: Promise<void> = Promise.resolve();
  return {
    requests() {
      const { reads, writes } = cluster.requestCounts();
      return reads + writes;
    },
    async "check-out"() {
      await refreshTip(stack);
      await takeRevision(stack);
    },
    async sync() {
      await refreshTip(stack);
      const status = await syncStack(stack, {
        signal: new AbortController().signal,
        schedule: cronSchedule,
        lease,
        isOnePass: false,
        hasConfirmed: false,
        timeoutMs: SYNC_TIMEOUT_MS,
        onStatus: () => undefined,
      });
      assertInSync(status);
    },
    async write() {
      await refreshTip(stack);
      for (let made = 0; made < PASSES_MAX; made += 1) {
        // oxlint-disable-next-line no-await-in-loop -- one pass after the other
        const { hasWritten } = await runPass(stack, { isPreview: false });
        if (!hasWritten) return;
      }
      throw new Error("the agent writes without end");
    },
    async hear(resourceVersion) {
      await eventually("the watch brings all", () => newestOf(stack) >= resourceVersion);
    },
    async pass() {
      const { status, hasWritten } = await runPass(stack, { isPreview: false });
      assertInSync(status);
      if (hasWritten) throw new Error("a pass over a stack in sync has written something");
    },
    async start() {
      end = new AbortController();
      await new Promise<void>((resolve) => {
        loop = runStack(stack, {
          signal: end.signal,
          schedule: cronSchedule,
          lease,
          onStatus: ({ inSync }) => {
            if (inSync) resolve();
          },
        });
      });
    },
    async stop() {
      end.abort();
      await loop;
    },
  };
}

/** Events of one watch come in the order of their versions. */
function newestOf({ view }: Stack): number {
  return Math.max(
    ...[...view.followings.values()].flatMap((following) =>
      [...following.state().objects.values()].map((each) => Number(resourceVersionOf(each))),
    ),
  );
}

function assertInSync(status: StackStatus): void {
  if (status.inSync) return;
  const { problems, refusals } = status;
  throw new Error(`the stack is not in sync: ${JSON.stringify({ problems, refusals })}`);
}
