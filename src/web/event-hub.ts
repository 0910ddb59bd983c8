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

/** The longest that a large page waits for its next frame. */
const REST_MS_MAX = 5_000;

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
  /** How long the last frame took, in milliseconds. */
  #costMs = 0;

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
    const { coalesceMs } = this.#pace;
    // A large page takes a tenth of the process at most: passes go before.
    const restMs = Math.min(this.#costMs * 9, REST_MS_MAX);
    this.#timers.startOnce("frame", () => this.#refresh(), Math.max(coalesceMs, restMs));
  }

  #refresh(): void {
    this.#timers.stop("frame");
    if (!this.#isStale) return;
    this.#isStale = false;
    const startedAtMs = this.#now();
    const before = this.#series.advance();
    if (before !== undefined && this.#readers.size > 0) this.#tellAll(before);
    this.#costMs = Math.max(0, this.#now() - startedAtMs);
  }

  #tellAll(before: Frame): void {
    const events = frameEvents(this.#series.frame(), before, this.#now());
    for (const reader of this.#readers) reader.tell(events);
  }

  #beat(): void {
    const nowMs = this.#now();
    for (const reader of this.#readers) reader.beat(beatEvent(nowMs), nowMs);
  }
}

/** The texts are made when the first reader needs them. */
function frameEvents(frame: Frame, before: Frame | undefined, nowMs: number): FrameEvents {
  const whole = once(() => frameEvent(frame, frame.main, nowMs));
  const shrunk = once(() => {
    const main = before === undefined ? frame.main : shrinkFrame(before.main, frame.main);
    return frameEvent(frame, main, nowMs);
  });
  return { id: frame.id, whole, shrunk, beforeId: before?.id ?? "" };
}

function once(make: () => string): () => string {
  let made: string | undefined;
  return () => (made ??= make());
}

/** @see https://html.spec.whatwg.org/multipage/server-sent-events.html */
function frameEvent({ id, title }: Frame, main: PageNode, nowMs: number): string {
  return `id: ${id}\nevent: frame\ndata: ${JSON.stringify({ title, nowMs, main })}\n\n`;
}

function beatEvent(nowMs: number): string {
  return `event: beat\ndata: ${JSON.stringify({ nowMs })}\n\n`;
}
