import type { Stack } from "../../agent/stack.ts";
import type { StackStatus } from "../../core/report/status-document.ts";
import type { DemoStage } from "../../ports/demo-stage.ts";
import type { DemoAgent } from "./demo-agent.ts";
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

/**
 * Tells what happens until this is so.
 *
 * @param since The status that was told last; what came between is told first.
 */
export async function tellUntil(
  { feed, narrator }: Playing,
  since: StackStatus | undefined,
  isIt: (status: StackStatus) => boolean,
): Promise<StackStatus> {
  let told = since;
  function tell(next: StackStatus): void {
    if (next !== told) narrator.news(tellNews(told, next));
    told = next;
  }
  const present = feed.current();
  if (present !== undefined) tell(present);
  const stop = feed.follow(tell);
  const status = await feed.until(isIt);
  stop();
  narrator.show([]);
  return status;
}
