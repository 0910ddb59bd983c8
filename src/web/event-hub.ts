import type { Writable } from "node:stream";
import { type EventReader, type FrameEvents, openEventReader } from "./event-reader.ts";
import type { Frame, FrameSeries } from "./frame-series.ts";
import { openNamedTimers } from "./named-timers.ts";
import type { PageNode } from "./page-node.ts";
import { shrinkFrame } from "./shrink-frame.ts";

const PACE = {
  /** A burst of changes makes one frame. */
  coalesceMs: 250,
  /** A reader that hears nothing for longer knows that the connection is lost. */
  beatMs: 10_000,
  /** The longest that one stream lasts. */
  lifeMs: 15 * 60_000,
  readersMax: 20,
} as const;

export type HubPace = { readonly [Key in keyof typeof PACE]: number };

export interface HubOptions {
  readonly series: FrameSeries;
  /** Calls back when the page may have changed. @returns the stop function. */
  readonly watch: (onChange: () => void) => () => void;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly pace: Partial<HubPace>;
}

/** Sends frames to everybody who has the page open, as server-sent events. Owns their connections. */
export class EventHub {
  readonly #series: FrameSeries;
  readonly #now: () => number;
  readonly #pace: HubPace;
  readonly #readers = new Set<EventReader>();
  readonly #timers = openNamedTimers();
  readonly #stopWatching: () => void;
  #isStale = false;

  constructor({ series, watch, now, pace }: HubOptions) {
    this.#series = series;
    this.#now = now;
    this.#pace = { ...PACE, ...pace };
    this.#stopWatching = watch(() => {
      this.#isStale = true;
      if (this.#readers.size > 0) this.#refreshSoon();
    });
  }

  /** The newest frame. */
  current(): Frame {
    this.#refresh();
    return this.#series.frame();
  }

  isFull(): boolean {
    return this.#readers.size >= this.#pace.readersMax;
  }

  /** Sends events to `body` until either side ends. `knownId`: the frame that the reader has. */
  attach(body: Writable, knownId: string): void {
    const { id } = this.current();
    const reader = openEventReader({
      body,
      endsAtMs: this.#now() + this.#pace.lifeMs,
      knownId,
      newest: () => frameEvents(this.#series.frame(), undefined, this.#now()),
    });
    this.#readers.add(reader);
    body.on("close", () => {
      this.#readers.delete(reader);
      if (this.#readers.size === 0) this.#timers.stopAll();
    });
    this.#timers.repeat("beat", () => this.#beat(), this.#pace.beatMs);
    if (knownId === id) reader.beat(beatEvent(this.#now()), 0);
    else reader.tell(frameEvents(this.#series.frame(), undefined, this.#now()));
  }

  /** Ends all streams and stops watching. */
  close(): void {
    this.#stopWatching();
    this.#timers.stopAll();
    for (const reader of this.#readers) reader.end();
  }

  #refreshSoon(): void {
    this.#timers.startOnce("frame", () => this.#refresh(), this.#pace.coalesceMs);
  }

  #refresh(): void {
    this.#timers.stop("frame");
    if (!this.#isStale) return;
    this.#isStale = false;
    const before = this.#series.advance();
    if (before === undefined || this.#readers.size === 0) return;
    const events = frameEvents(this.#series.frame(), before, this.#now());
    for (const reader of this.#readers) reader.tell(events);
  }

  #beat(): void {
    const nowMs = this.#now();
    for (const reader of this.#readers) reader.beat(beatEvent(nowMs), nowMs);
  }
}

function frameEvents(frame: Frame, before: Frame | undefined, nowMs: number): FrameEvents {
  const whole = frameEvent(frame, frame.main, nowMs);
  if (before === undefined) return { id: frame.id, whole, shrunk: whole, beforeId: "" };
  const shrunk = frameEvent(frame, shrinkFrame(before.main, frame.main), nowMs);
  return { id: frame.id, whole, shrunk, beforeId: before.id };
}

/** @see https://html.spec.whatwg.org/multipage/server-sent-events.html */
function frameEvent({ id, title }: Frame, main: PageNode, nowMs: number): string {
  return `id: ${id}\nevent: frame\ndata: ${JSON.stringify({ title, nowMs, main })}\n\n`;
}

function beatEvent(nowMs: number): string {
  return `event: beat\ndata: ${JSON.stringify({ nowMs })}\n\n`;
}
