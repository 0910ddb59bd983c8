import type { Writable } from "node:stream";

/** A frame as events. */
export interface FrameEvents {
  readonly id: string;
  /** For everybody. */
  readonly whole: () => string;
  /** For who has the frame `beforeId`. */
  readonly shrunk: () => string;
  readonly beforeId: string;
}

/** Somebody who has the page open. */
export interface EventReader {
  /** Sends the frame, unless what was sent before is not taken yet: then the newest is sent once it is. */
  readonly tell: (events: FrameEvents) => void;
  /** Sends a sign of life; ends the stream when its time is over or nothing is taken any more. */
  readonly beat: (event: string, nowMs: number) => void;
  readonly end: () => void;
}

export interface ReaderOptions {
  readonly body: Writable;
  /** Epoch milliseconds: then the stream ends and the reader comes again. One that is gone without a word is not kept. */
  readonly endsAtMs: number;
  /** The frame that it has already. */
  readonly knownId: string;
  readonly newest: () => FrameEvents;
}

/** Beats that a reader may be behind before it is dropped. */
const MISSED_BEATS_MAX = 3;

export function openEventReader({ body, endsAtMs, knownId, newest }: ReaderOptions): EventReader {
  let frameId = knownId;
  let missedBeats = 0;
  let isBehind = false;
  function write(event: string): void {
    if (body.writableEnded || body.destroyed) return;
    if (!body.write(event)) isBehind = true;
  }
  function tell(events: FrameEvents): void {
    if (isBehind || events.id === frameId) return;
    const event = events.beforeId === frameId ? events.shrunk() : events.whole();
    frameId = events.id;
    write(event);
  }
  body.on("drain", () => {
    isBehind = false;
    missedBeats = 0;
    tell(newest());
  });
  write(RETRY);
  return {
    tell,
    beat(event, nowMs) {
      if (isBehind) missedBeats += 1;
      if (missedBeats > MISSED_BEATS_MAX) body.destroy();
      else if (nowMs >= endsAtMs) body.end();
      else if (!isBehind) write(event);
    },
    end() {
      body.end();
    },
  };
}

/** A reader that lost the connection comes again after so many milliseconds. */
const RETRY = "retry: 2000\n\n";
