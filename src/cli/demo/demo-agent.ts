import { runStack } from "../../agent/run-stack.ts";
import type { OpenedStack, Outside } from "../outside.ts";
import type { StatusFeed } from "./status-feed.ts";

/** The agent that the demo plays with: the real one, started when its time has come. */
export interface DemoAgent {
  start(): void;
  /** Rejects with what ended the agent before it was to end; never resolves. */
  readonly failed: Promise<never>;
  /** Ends it, if it was started. */
  stop(): Promise<void>;
}

export function openDemoAgent(
  { stack, lease }: OpenedStack,
  { feed, outside }: { readonly feed: StatusFeed; readonly outside: Outside },
): DemoAgent {
  const ending = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let fail: (error: unknown) => void = () => undefined;
  const failed = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  // Whoever races against it hears of it; after the race nobody does.
  failed.catch(() => undefined);
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
      running.catch(fail);
    },
    failed,
    async stop() {
      ending.abort();
      await running;
    },
  };
}
