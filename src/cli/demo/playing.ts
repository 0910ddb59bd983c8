import type { Stack } from "../../agent/stack.ts";
import type { StackStatus } from "../../core/report/status-document.ts";
import type { DemoAgent } from "./demo-agent.ts";
import type { DemoStage } from "./demo-stage.ts";
import type { Narrator } from "./narrator.ts";
import type { StatusFeed } from "./status-feed.ts";
import { tellNews } from "./tell-news.ts";

/** What the acts of the demo play with. */
export interface Playing {
  readonly stage: DemoStage;
  readonly repository: string;
  readonly kubeconfig: string;
  readonly stack: Stack;
  readonly agent: DemoAgent;
  readonly feed: StatusFeed;
  readonly narrator: Narrator;
  readonly now: () => number;
  /** Waits. When the demo ends it waits for ever: whatever comes after it is not to happen. */
  readonly pause: (delayMs: number) => Promise<void>;
}

/** Tells what happens until this is so. */
export async function tellUntil(
  { feed, narrator }: Playing,
  isIt: (status: StackStatus) => boolean,
): Promise<StackStatus> {
  const stop = feed.follow((next, previous) => {
    narrator.news(tellNews(previous, next));
  });
  const status = await feed.until(isIt);
  stop();
  return status;
}
