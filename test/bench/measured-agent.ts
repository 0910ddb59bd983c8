import { cronSchedule } from "../../src/adapters/clock/cron-schedule.ts";
import { refreshTip, takeRevision } from "../../src/agent/refresh-source.ts";
import { runPass } from "../../src/agent/run-pass.ts";
import { runStack } from "../../src/agent/run-stack.ts";
import { syncStack } from "../../src/agent/sync-stack.ts";
import type { StackStatus } from "../../src/core/report/status-document.ts";
import { connectStack } from "../support/connect-stack.ts";
import { realClock } from "../support/real-clock.ts";
import { SILENT_LOG } from "../support/system-ports.ts";
import type { StackPlace } from "./bench-task.ts";

const SYNC_TIMEOUT_MS = 120_000;

/** The real agent code on the real server; what it does is measured by its caller. */
export interface MeasuredAgent {
  /** Requests so far, watches apart. */
  requests(): number;
  "check-out"(): Promise<void>;
  sync(): Promise<void>;
  pass(): Promise<void>;
  /** Resolves when the loop found the stack in sync. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

export async function openAgent(place: StackPlace): Promise<MeasuredAgent> {
  const { stack, lease } = connectStack({
    ...place,
    source: { url: place.repository },
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

function assertInSync(status: StackStatus): void {
  if (status.inSync) return;
  const { problems, refusals } = status;
  throw new Error(`the stack is not in sync: ${JSON.stringify({ problems, refusals })}`);
}
