import { groupOf } from "../core/object/object-id.ts";
import type { ClockPort } from "../ports/clock-port.ts";
import type { StackView } from "./stack-view.ts";

/** How long a kind that nobody serves is left alone after the first time that it was asked for, and at most, in milliseconds. */
const WAIT_MS = { first: 1_000, max: 60_000 } as const;

/** When kinds that the parent remembers, and that nobody serves, are asked for again. */
export interface UnservedPace {
  /** By kind. */
  readonly waits: Map<string, { readonly untilMs: number; readonly waitMs: number }>;
  /** What was known of definitions and API services then. */
  news: string;
}

/** Groups of the objects that make kinds be served. */
const MAKERS: ReadonlySet<string> = new Set(["apiextensions.k8s.io", "apiregistration.k8s.io"]);

/** All may be asked for once something happened to a definition or API service that is followed. */
export function notePace({ followings, unserved }: StackView): void {
  const news = [...followings.values()]
    .filter(({ selection }) => MAKERS.has(groupOf(selection.apiVersion)))
    .map((following) => following.state().version)
    .join();
  if (news === unserved.news) return;
  unserved.news = news;
  unserved.waits.clear();
}

/** Whether the kind's time has come. */
export function mayAskFor(kind: string, { unserved }: StackView, clock: ClockPort): boolean {
  return clock.now() >= (unserved.waits.get(kind)?.untilMs ?? 0);
}

/** It was asked for, and nobody serves it: the next time takes twice as long. */
export function waitFor(kind: string, { unserved }: StackView, clock: ClockPort): void {
  const before = unserved.waits.get(kind)?.waitMs;
  const waitMs = before === undefined ? WAIT_MS.first : Math.min(2 * before, WAIT_MS.max);
  unserved.waits.set(kind, { untilMs: clock.now() + waitMs, waitMs });
}
