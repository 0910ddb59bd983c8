import { runStack } from "../../agent/run-stack.ts";
import type { OpenedStack, Outside } from "../outside.ts";
import type { StatusFeed } from "./status-feed.ts";

/** The agent that the demo plays with: the real one, started when its time has come. */
export interface DemoAgent {
  start(): void;
  /** Rejects with what ended the agent before it was to end; never resolves. */
  failed(): Promise<never>;
  /** Ends it, if it was started. */
  stop(): Promise<void>;
}

export function openDemoAgent(
  { stack, lease }: OpenedStack,
  { feed, outside }: { readonly feed: StatusFeed; readonly outside: Outside },
): DemoAgent {
  const ending = new AbortController();
  const failure = new AbortController();
  let running: Promise<void> = Promise.resolve();
  return {
    start() {
      running = runStack(stack, {
        signal: ending.signal,
        schedule: outside.schedule,
        lease,
        onStatus: (status) => {
          feed.take(status);
        },
      });
      running.catch((error: unknown) => {
        failure.abort(error);
      });
    },
    failed: async () =>
      new Promise((_resolve, reject) => {
        // It may have ended between two acts.
        if (failure.signal.aborted) reject(failure.signal.reason);
        failure.signal.addEventListener("abort", () => reject(failure.signal.reason));
      }),
    async stop() {
      ending.abort();
      await running;
    },
  };
}
